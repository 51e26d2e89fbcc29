/* Data declared with c_state, with initial values. */
c_state "int turns[2]" "Global"
c_state "short kept" "Local p" "7"
c_state "unsigned char sum" "Global" "5"
active [2] proctype p() {
	do
	:: c_expr { now.turns[Pp->_pid] < Pp->kept - 4 } ->
		c_code { now.turns[Pp->_pid]++; now.sum++; Pp->kept = 6; }
	:: c_expr { now.turns[Pp->_pid] >= Pp->kept - 4 } -> break
	od
}

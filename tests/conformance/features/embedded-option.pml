/* Conditions of C as options of a choice. */
byte n = 2;
active [2] proctype p() {
	do
	:: c_expr { now.n > 0 } -> n--
	:: c_expr { now.n < 2 } -> n++
	:: c_expr { now.n == 1 } -> break
	od
}

/* Arithmetic of 64 bits and of floating point in one step. */
c_state "long big" "Global" "4294967296L"
byte n;
active proctype p() {
	do
	:: n < 4 -> c_code { double d = now.big; d = d * 1.5; now.big = d; now.n++; }
	:: else -> break
	od;
	assert(c_expr { now.big == 21743271936L })
}

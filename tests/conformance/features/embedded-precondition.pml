/* A precondition that does not hold is an error. */
byte n;
active proctype p() {
	do
	:: n < 3 -> c_code [now.n < 2] { now.n++; }
	:: else -> break
	od
}

/* C code changes globals and locals of the model. */
byte n;
active [2] proctype worker() {
	byte mine;
	do
	:: n < 3 -> c_code { Pworker->mine = now.n; }; c_code { now.n = Pworker->mine + 1; }
	:: else -> break
	od
}

/* Functions of C that call each other, at the end of the model. */
int result;
active [2] proctype p() {
	byte i;
	do
	:: i < 4 -> c_code { now.result = power(2, Pp->i); Pp->i++; }
	:: else -> break
	od
}
c_code {
	int power(int base, int n) { return n == 0 ? 1 : base * power(base, n - 1); }
}

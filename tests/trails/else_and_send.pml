/* assertion: `else` beside a rendezvous send that nobody wants. */
chan c = [0] of { byte };
byte x;

active proctype p() {
	do
	:: c!x
	:: x > 1 -> break
	:: else -> x++
	od;
	assert(false)
}

active proctype q() {
	byte v;
	c?v;
	c?v
}

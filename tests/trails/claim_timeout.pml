/* claim: the claim sees that nothing but a timeout can go on. */
byte x;

active proctype p() {
	x = 1;
	timeout;
	x = 2
}

never {
	do
	:: timeout -> break
	:: true
	od;
	x == 2
}

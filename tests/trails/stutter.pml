/* claim: the claim counts three steps of a system that can do one. */
byte x;

active proctype p() { x = 1 }

never {
	x == 0;
	x == 1;
	true;
	true;
	true
}

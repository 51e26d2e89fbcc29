/* claim: x must not reach 3; the system ends before, and the claim goes on. */
byte x;

active proctype p() {
	do
	:: x < 5 -> x++
	:: break
	od
}

never {
	do
	:: x == 3 -> break
	:: else
	od;
	do
	:: x != 3 -> break
	:: true
	od
}

/* runtime: a division by zero, which one way leads to. */
byte x = 2;

active proctype p() {
	do
	:: x > 0 -> x--
	:: x = 10 / x; break
	od
}

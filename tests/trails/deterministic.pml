/* runtime: a D_proctype with two ways to go. */
byte x;

active D_proctype p() {
	do
	:: x < 2 -> x++
	:: x > 0 -> x = 5
	od
}

/* runtime: a statement in the middle of a d_step that cannot be executed. */
byte x;

active proctype p() {
	do
	:: x < 3 -> x++
	:: d_step { x > 0 -> x = x + 1; x == 2; x = 0 }
	od
}

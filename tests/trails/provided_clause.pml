/* assertion: a process that may move only while a switch is on. */
bool on;
byte x;

active proctype p() provided (on) {
	x = 1;
	x = 2;
	assert(!on || x != 2)
}

active proctype q() {
	do
	:: on = !on
	od
}

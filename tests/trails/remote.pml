/* assertion: places and variables of another process. */
byte turn;

active proctype watched() {
	byte mine;
	mine = 4;
critical:
	turn++;
	mine = turn + 1
}

active proctype watcher() {
	watched@critical;
	turn = watched:mine;
	assert(watched[0]:mine != 4 || !watched@critical)
}

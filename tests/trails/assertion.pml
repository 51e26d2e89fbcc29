/* assertion: two processes update a variable without protection. */
byte count;

active [2] proctype worker() {
	byte copy;
	copy = count;
	count = copy + 1;
	assert(count == 2 || _nr_pr == 2)
}

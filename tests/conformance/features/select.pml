/* `select` chooses any value of a range. */
int i, j;
active proctype p() { select (i : 1 .. 4); select (j : -1 .. 1); assert(i >= 1 && i <= 4) }

/* Slips in statements. */
chan q = [1] of { byte };
int x, y;
active proctype slips() {
	x = 1 y = 2;
	if :: (x = 1) -> skip fi;
	assert(x = 1);
	prntf("hello\n");
	atmoic { x = 1 };
	pint z;
	goto 3;
	x = ;
	q! ;
	q?x + 1;
	x + ;
	printf(x);
	for (x = 1 .. 3) { skip };
	for (x : 1) { skip };
	select (x : 9 .. 1);
	run slips;
	skip unless skip unless skip;
	L: int late;
	return 3;
	mtype = { a, b };
	x = (x > 1 -> 2);
	else x
}

/* Slips in expressions. */
chan q = [1] of { byte };
int x, a[2];
active proctype slips() {
	!full(q);
	a[full(q)] = 1;
	full(q) + 1;
	!!x;
	x = 0x1F;
	x = 10u;
	x = 4294967295;
	x = 'ab';
	x = a[1;
	x = (x + 1;
	(x
	+ 1);
	x = x
	+ 1
	x = if;
	x = run();
}
ltl bound { [] x == 1 }
ltl joined { <> x & [] x }
ltl broken { [] ( x -> }
ltl twice { !! x }
never { do :: later[0]:v == 1 od }
proctype later() { int v; skip }

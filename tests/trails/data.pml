/* assertion: structures, arrays, mtypes, small and hidden variables. */
mtype = { red, green };
mtype:fruit = { apple, pear };
typedef inner { byte a[2]; bool flag };
typedef outer { inner in[2]; short s; unsigned u : 3 };
outer g;
hidden byte h;
mtype colour = red;
mtype:fruit snack;
chan c = [2] of { mtype, inner };

active proctype p() {
	inner l;
	outer o;
	l.a[1] = 7;
	l.flag = true;
	c!green,l;
	o.in[1].a[0] = 5;
	c?colour,g.in[1];
	g.s = -3;
	g.u = 5;
	h = 200;
	snack = pear;
	assert(!(g.in[1].a[1] == 7 && g.s == -3))
}

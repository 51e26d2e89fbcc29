/* Slips with inlines. */
int x;
inline one(a) { x = a }
inline one(b) { x = b }
inline loop(a) { other(a) }
inline other(a) { x = a; loop(a) }
inline bad(a) { a = }
inline value(a) { return a }
inline open(a { skip }
active proctype main_() {
	one();
	one(1, 2);
	one(1,);
	loop(3);
	bad(x);
	value(3);
	two(3);
	x = 1 + one(2);
	one;
	one(2

/* assertion: `for`, `select` and an inline. */
byte sum, pick;
byte weights[3];

inline add(what, n) {
	byte twice;
	twice = 2 * n;
	what = what + twice
}

active proctype p() {
	byte i;
	for (i : 1 .. 3) {
		weights[i - 1] = i
	}
	for (i in weights) {
		add(sum, weights[i])
	}
	select (pick : 2 .. 4);
	assert(sum != 12 || pick != 3)
}

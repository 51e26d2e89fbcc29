/* Small types: a value is cut to the size of its member. */
bit b; bool t; byte small = 250; short s = 32767; unsigned u : 3 = 6; int i;
active proctype p() {
	c_code { now.b = 2; now.t = 1; };
	c_code { now.small = now.small + 10; now.s++; };
	c_code { now.u = now.u + 3; now.i = -1; };
	if :: b == 0 && t && small == 4 && s == -32768 && u == 1 && i == -1 -> i = 5 :: else -> i = 6 fi
}

/* Parameters are cut to their types. */
mtype = { one, two };
byte sum;
proctype p(bit a; byte b; short c; int d; mtype m) { assert(a == 1 && b == 44 && c == -1 && d == 70000 && m == two); sum++ }
init { run p(3, 300, 65535, 70000, two) }

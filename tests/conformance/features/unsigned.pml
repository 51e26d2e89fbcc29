/* Unsigned numbers of many widths. */
unsigned a : 1, b : 2, c : 5, d : 9, e : 16;
active [2] proctype p() { a = 3; b = 7; c = 33; d = 513; e = 65537; assert(a == 1 && b == 3 && c == 1 && d == 1 && e == 1); a = 0; c = -1; assert(c == 31) }

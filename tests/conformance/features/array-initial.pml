/* Arrays with a list, and with one value for all. */
byte a[3] = { 1, 2, 3 };
short b[2] = -4;
active proctype p() { int c[2] = { 7, 8 }; assert(a[2] == 3 && b[0] == -4 && b[1] == -4 && c[1] == 8); c[0] = a[0] }

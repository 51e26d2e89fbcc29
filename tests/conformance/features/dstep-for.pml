/* `for` in a d_step. */
byte a[3], i;
active proctype p() { d_step { for (i : 0 .. 2) { a[i] = i + 1 } }; assert(a[2] == 3); i = 0 }
active proctype q() { i = 9 }

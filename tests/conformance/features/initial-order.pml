/* Locals at the start see those before them. */
byte g = 3;
active [2] proctype p() { byte a = g; byte b = a + 1; int c = a * b; assert(c == 12); g = 3 }

/* Parameters of active processes are zero. */
byte x = 1;
active [2] proctype p(byte a; int b) { x = a + b; assert(x == 0) }

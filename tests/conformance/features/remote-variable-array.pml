/* A process reads a local array of another. */
byte x;
active proctype p() { byte a[2]; a[1] = 4; a[0] = 5; a[1] = 0 }
active proctype q() { p[0]:a[1] == 4 -> x = 1; assert(p[0]:a[0] <= 5) }

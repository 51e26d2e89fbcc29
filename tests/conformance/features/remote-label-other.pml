/* A process waits until another is at a label. */
byte x;
active proctype p() { x = 1; here: x = 2; x = 3 }
active proctype q() { p[0]@here -> x = 9 }

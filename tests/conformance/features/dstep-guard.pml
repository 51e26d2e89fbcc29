/* A d_step waits at its first statement. */
byte x;
active [2] proctype p() { d_step { x == 0 -> x = 1; x = 2; x = 3 }; x = 0 }

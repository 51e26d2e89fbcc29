/* A statement that waits in the middle of a d_step is an error. */
byte x;
active proctype p() { d_step { x = 1; x == 2; x = 3 } }

/* A d_step is one step. */
byte x;
active [2] proctype p() { d_step { x = 1; x = 2; x = 3 }; x = 4 }

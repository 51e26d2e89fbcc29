/* An assertion that fails in the middle of a d_step. */
byte x;
active proctype p() { d_step { x = 1; assert(x == 0); x = 2 }; x = 3 }

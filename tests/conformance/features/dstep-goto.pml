/* A jump inside a d_step. */
byte x;
active proctype p() { d_step { x = 1; if :: x == 1 -> goto over :: else fi; x = 9; over: x = x + 1 }; assert(x == 2) }

/* Of several options a d_step takes the first. */
byte x;
active proctype p() { d_step { if :: x = 1 :: x = 2 :: x = 3 fi; x = x + 1 }; assert(x == 2) }

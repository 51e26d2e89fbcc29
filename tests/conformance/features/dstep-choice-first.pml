/* A d_step that begins with a choice waits until an option can move. */
byte x, y;
active proctype p() { d_step { if :: x == 1 -> y = 1 :: x == 2 -> y = 2 fi; y = y + 10 } }
active proctype q() { x = 2; x = 1 }

/* An atomic sequence that blocks loses control and gets it back. */
byte x, y;
active proctype p() { atomic { x = 1; y == 1; x = 2; x = 3 } }
active proctype q() { atomic { x == 1 -> y = 1; y = 2 } ; y = 1 }
active proctype r() { x = 1 }

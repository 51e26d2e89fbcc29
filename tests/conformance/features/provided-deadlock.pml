/* Nobody may run: an invalid end state. */
byte x;
active proctype p() provided (x == 0) { x = 1; x = 2 }

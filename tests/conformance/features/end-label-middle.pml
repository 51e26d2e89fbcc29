/* An end label in the middle, and a process that waits elsewhere. */
byte x;
active proctype p() { x = 1; endhere: x == 5; x = 2 }
active proctype q() { x == 7; x = 3 }

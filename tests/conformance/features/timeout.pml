/* `timeout` holds when nothing else in the system can move. */
byte x;
active proctype p() { x == 3 -> x = 4 }
active proctype q() { timeout -> x = 3; x = 3 }
active proctype r() { x = 1; x = 2 }

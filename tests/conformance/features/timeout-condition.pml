/* `timeout` as part of a condition. */
byte x;
active proctype p() { timeout && x == 2 -> x = 3 }
active proctype q() { x = 1; x = 2 }

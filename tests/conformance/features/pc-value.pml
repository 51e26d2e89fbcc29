/* `pc_value` is the number of the state a process is in. */
byte x;
active proctype p() { x = 1; x = 2; x = 3 }
active proctype q() { byte y; y = pc_value(0); x = y }

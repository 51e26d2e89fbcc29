/* `enabled` tells whether a process can move. */
byte x;
active proctype p() { x == 1 -> x = 2; x == 3 -> x = 4 }
active proctype q() { x = 1; x = 3 }
never { do :: !enabled(0) && x == 3 -> break :: else od }

/* A process that waits for another to be stuck. */
byte x;
active proctype p() { x = 1; x == 5; x = 2 }
active proctype q() { !enabled(0) -> x = 5 }

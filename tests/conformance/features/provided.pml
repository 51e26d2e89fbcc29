/* A process runs only while its clause holds. */
bool go = true;
byte x;
active proctype p() provided (go) { x = 1; x = 2; x = 3 }
active proctype q() { go = false; x = 9; go = true }

/* The clause also holds up an atomic sequence. */
bool go = true;
byte x;
active proctype p() provided (go) { atomic { x = 1; go = false; x = 2; x = 3 } }
active proctype q() { x = 9; go = true }

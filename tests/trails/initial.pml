/* end-state: nothing can move at all. */
byte x;

active proctype p() { x == 1 }

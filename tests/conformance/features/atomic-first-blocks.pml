/* The first statement of an atomic sequence may wait like any other. */
byte x;
active [2] proctype p() { atomic { x == 0 -> x = 1; x = 2; x = 0 } }

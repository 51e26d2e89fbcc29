/* An atomic sequence in an atomic sequence, and a d_step in one. */
byte x;
active [2] proctype p() { atomic { x = 1; atomic { x = 2; x = 3 }; d_step { x = 4; x = 5 }; x = 6 } }

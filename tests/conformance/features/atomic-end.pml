/* An atomic sequence at the end of a process. */
byte x;
active [2] proctype p() { x++; atomic { x++; x++ } }

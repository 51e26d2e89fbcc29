/* A declaration after the first statement is a step and starts anew each round. */
byte x;
active [2] proctype p() { byte n; do :: n < 2 -> byte k = 3; k = k + x; n++; x = k % 2 :: else -> break od }

/* An assertion inside of a claim. */
byte x;
active [2] proctype p() { x++; x++ }
never { do :: assert(x < 4) od }

/* An until formula, searched for safety. */
byte x;
active [2] proctype p() { x++; x = 0 }
ltl u { (x < 1) U (x == 2) }

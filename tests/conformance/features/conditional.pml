/* Conditional expressions. */
byte x, y;
active [2] proctype p() { y = (x == 0 -> 3 : (x == 1 -> 4 : 5)); x = (y > 3 -> 0 : 1) }

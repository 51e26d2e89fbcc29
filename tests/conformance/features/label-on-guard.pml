/* A label on the guard of an option. */
byte x;
active proctype p() { do :: here: x < 2 -> x++ :: x == 2 -> x = 0; if :: goto here :: break fi od }

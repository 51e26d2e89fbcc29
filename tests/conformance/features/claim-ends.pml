/* A claim that reaches its end is an error. */
byte x;
active proctype p() { do :: x < 3 -> x++ :: x > 0 -> x-- od }
never { do :: x == 2 -> break :: else od; x == 1 -> x == 0 }

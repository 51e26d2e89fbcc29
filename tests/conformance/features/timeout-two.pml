/* Two processes wait for a timeout. */
byte x;
active [2] proctype p() { do :: timeout -> x++; if :: x > 2 -> break :: else fi :: x == 5 -> break od }

/* A D_proctype with a real choice is an error. */
byte x;
active D_proctype p() { do :: x < 2 -> x++ :: x > 0 -> break od }

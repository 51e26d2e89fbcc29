/* An inline with parameters, called twice, in a choice and in an atomic sequence. */
byte x, y;
inline add(v, n) { v = v + n; if :: v > 3 -> v = 0 :: else fi }
active [2] proctype p() { do :: add(x, 1) :: atomic { add(y, x); add(x, 2) } :: x == 2 -> break od }

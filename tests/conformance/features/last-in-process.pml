/* `_last` in a process. */
byte x;
active [2] proctype p() { do :: x < 2 -> x = x + 1 + _last :: else -> break od }

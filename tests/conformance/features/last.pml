/* `_last` is the process of the last step. */
byte x;
active [2] proctype p() { x = 1; x = 2 }
never { do :: _last == 1 && x == 2 -> break :: else od }

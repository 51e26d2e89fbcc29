/* `else` is blocked while a receiver waits for a send among the options. */
chan c = [0] of { byte };
byte x, y;
active proctype p() { do :: c!1 :: else -> x++; if :: x == 2 -> break :: else fi od }
active proctype q() { y = 1; c?_ }

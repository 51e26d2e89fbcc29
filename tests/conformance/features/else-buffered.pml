/* `else` next to a buffered receive. */
chan c = [1] of { byte };
byte x;
active proctype p() { do :: c?_ -> x = 5 :: else -> x = 1 - x od }
active proctype q() { c!1 }

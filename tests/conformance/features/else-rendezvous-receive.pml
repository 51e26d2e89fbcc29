/* `else` is enabled next to a rendezvous receive, even when a sender waits. */
chan c = [0] of { byte };
byte x;
active proctype p() { do :: c?_ :: else -> x++; if :: x == 2 -> break :: else fi od }
active proctype q() { c!1 }

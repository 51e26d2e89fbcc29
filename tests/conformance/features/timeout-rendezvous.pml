/* A timeout after a rendezvous that cannot be. */
chan c = [0] of { byte };
byte x;
active proctype p() { if :: c!1 -> x = 1 :: timeout -> x = 2 fi }
active proctype q() { if :: x == 2 -> c?_ :: x == 1 -> skip fi }

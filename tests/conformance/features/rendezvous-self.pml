/* A process cannot shake hands with itself. */
chan c = [0] of { byte };
byte x;
active proctype p() { if :: c!1 :: c?x :: x = 2 fi }

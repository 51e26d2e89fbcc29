/* The receiver's constant decides whether the send can be. */
chan c = [0] of { byte, byte };
byte x;
active proctype p() { if :: c!1,5 :: c!2,6 fi }
active proctype q() { c?2,x; assert(x == 6) }

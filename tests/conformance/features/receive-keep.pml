/* `?<>` copies the message and leaves it. */
chan c = [2] of { byte };
byte x, y;
active proctype p() { c!1; c!2 }
active proctype q() { c?<x>; c?y; c??<2>; c?x; assert(x == 2) }

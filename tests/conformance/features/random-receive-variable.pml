/* `??` with a variable takes the first message. */
chan c = [3] of { byte, byte };
active proctype p() { c!1,5; c!2,6; c!1,7 }
active proctype q() { byte x; c??1(x); assert(x == 5); c??1(x); assert(x == 7); c??2(x) }

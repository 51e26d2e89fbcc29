/* `eval` matches the value of an expression. */
chan c = [2] of { byte, byte };
byte me = 1, x;
active proctype p() { c!2,8; c!1,9 }
active proctype q() { c??eval(me),x; assert(x == 9); c?eval(me + 1),x; assert(x == 8) }

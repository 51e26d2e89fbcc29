/* `_` takes a field and drops it. */
chan c = [1] of { byte, byte };
byte x;
active proctype p() { c!4,5 }
active proctype q() { c?_,x; assert(x == 5) }

/* `??<>` copies a message from the middle. */
chan c = [3] of { byte, byte };
byte x;
active proctype p() { c!1,4; c!2,5; c!3,6 }
active proctype q() { c??<2,x>; assert(x == 5 && len(c) > 1); c?_,_; c?_,_; c?_,_ }

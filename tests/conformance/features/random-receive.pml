/* `??` finds a message anywhere in the buffer. */
chan c = [3] of { byte };
byte got;
active proctype p() { c!1; c!2; c!3 }
active proctype q() { c??2; c??1; c??3; got = 1 }

/* A channel variable without a channel is an error. */
chan c;
chan d = [1] of { byte };
byte x;
active proctype p() { x = 1; c!x }
active proctype q() { d!2 }

/* So is the length of a channel that is not there. */
chan c;
chan d = [1] of { byte };
byte x;
active proctype p() { d!1; x = len(c) }

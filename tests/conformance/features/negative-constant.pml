/* A negative constant matches in a receive. */
chan c = [2] of { int, short };
short x;
active proctype p() { c!-3,1; c!3,-1 }
active proctype q() { c?-3,x; c?3,x; assert(x == -1) }

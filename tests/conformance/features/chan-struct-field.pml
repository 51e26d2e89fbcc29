/* A channel that is a field of a structure. */
typedef L { chan in = [1] of { byte }; byte n };
L link;
active proctype p() { link.in!4 }
active proctype q() { link.in?link.n; assert(link.n == 4) }

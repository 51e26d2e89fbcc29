/* Mtypes with and without names. */
mtype = { a, b, c };
mtype:colour = { red, green };
mtype x = b;
mtype:colour y = green;
chan q = [1] of { mtype, mtype:colour };
active proctype p() { q!c,red; q?x,y; assert(x == c && y == red); if :: x = a :: x = b fi; printf("%e", x); printm(y) }

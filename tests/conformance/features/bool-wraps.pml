/* A bool takes the lowest bit. */
bool a, b;
active proctype p() { a = 2; b = 3; assert(!a && b); a++; a++; assert(!a) }

/* `for` over a range, with a break and an empty range. */
byte i, n;
active proctype p() { for (i : 1 .. 4) { n = n + i; if :: n > 5 -> break :: else fi }; for (i : 3 .. n - 10) { n = 0 }; assert(n == 6) }

/* An assertion that fails on some ways; the search goes on behind it. */
byte x;
active [2] proctype p() { byte t = x; x = t + 1; assert(x == t + 1); x = 0 }

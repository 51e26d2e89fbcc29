/* An inline with a local variable and a label. */
byte x;
inline step(n) { byte k = n; again: if :: k > 0 -> k--; x = k; goto again :: else fi }
active proctype p() { step(2); step(1); x = 9 }

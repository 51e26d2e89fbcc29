/* Two processes shake hands; who is in between stores nothing. */
chan c = [0] of { byte };
byte x;
active proctype p() { c!1; c!2 }
active proctype q() { c?x; c?x }
active proctype r() { byte y; do :: y < 2 -> y++ :: else -> break od }

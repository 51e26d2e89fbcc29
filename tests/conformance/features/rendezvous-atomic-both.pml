/* Both sides are atomic. */
chan c = [0] of { byte };
byte x, y;
active proctype p() { atomic { x = 1; c!1; x = 2; x = 3 } }
active proctype q() { atomic { c?y; y = 5; y = 6 }; y = 7 }
active proctype r() { x = 9 }

/* A receiver in an atomic sequence goes on to send. */
chan c = [0] of { byte };
chan d = [0] of { byte };
byte x, y;
active proctype p() { atomic { c!1; x = 1 } }
active proctype q() { atomic { c?y; d!2; y = 3 } }
active proctype r() { d?x; x = 8 }

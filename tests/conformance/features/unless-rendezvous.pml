/* The escape is a rendezvous receive: a sender that waits takes the other process out. */
chan c = [0] of { byte };
byte x, y;
active proctype p() {
  { x = 1; x = 2 } unless { c?y -> x = 5 };
  y = 7
}
active proctype q() { c!3 }

/* A d_step in the main sequence is not interrupted. */
byte a, x;
active proctype p() {
  { d_step { x = 1; x = 2; x = 3 }; x = 4 } unless { a == 1 -> x = 9 }
}
active proctype q() { a = 1 }

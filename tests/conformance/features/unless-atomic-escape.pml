/* The escape is atomic. */
byte a, x;
active proctype p() {
  { x = 1; x = 2 } unless atomic { a == 1 -> x = 9; x = 8; x = 7 };
  x = 5
}
active proctype q() { a = 1; a = 0 }

/* An atomic main sequence is still interrupted by its escape. */
byte a, x;
active proctype p() {
  atomic { x = 1; x = 2; x = 3; x = 4 } unless { a == 1 -> x = 9 };
  x = 5
}
active proctype q() { a = 1; a = 0 }

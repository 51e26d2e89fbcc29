/* An inner escape comes before an outer one, which comes before the statements. */
byte a, b, x;
active proctype p() {
  { { x = 1; x = 2; x = 3 } unless { a == 1 -> x = 10 } ; x = 4 } unless { b == 1 -> x = 20 };
  x = 30
}
active proctype q() { a = 1; b = 1 }

/* The escape takes over as soon as it can move. */
byte x;
active proctype p() {
  { x = 1; x = 2; x = 3 } unless { x == 2 -> x = 7 };
  x = 9
}

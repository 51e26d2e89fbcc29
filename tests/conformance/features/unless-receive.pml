/* The escape is a receive from a buffered channel. */
chan c = [1] of { byte };
byte x, y;
active proctype p() {
  { do :: x = 1 - x od } unless { c?y -> x = 5 };
  y = y + 1
}
active proctype q() { c!3 }

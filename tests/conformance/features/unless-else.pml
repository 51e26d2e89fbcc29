/* Options with else inside the main sequence. */
byte a, x;
active proctype p() {
  {
    do
    :: x < 2 -> x++
    :: else -> break
    od
  } unless { a -> x = 9 };
  x = 5
}
active proctype q() { a = 1 }

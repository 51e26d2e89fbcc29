/* A loop whose every round may be escaped. */
byte a, x;
active proctype p() {
  do
  :: { x = (x + 1) % 3 } unless { a == 1 -> a = 0 }
  :: x == 2 -> break
  od
}
active proctype q() { a = 1; a = 1 }

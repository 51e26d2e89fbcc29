/* A jump out of the main sequence leaves the escape behind. */
byte a, x;
active proctype p() {
  { x = 1; if :: x = 2; goto out :: x = 3 fi; x = 4 } unless { a -> x = 9 };
  x = 5;
out:
  x = 6
}
active proctype q() { a = 1 }

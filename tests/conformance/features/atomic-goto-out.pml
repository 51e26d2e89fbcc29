/* A jump out of an atomic sequence ends it. */
byte x;
active proctype p() {
  atomic { x = 1; if :: x = 2; goto out :: x = 3 fi; x = 4 };
  x = 5;
out: x = 6;
  x = 7
}
active proctype q() { x = 0 }

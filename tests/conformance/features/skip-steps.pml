/* `skip`, `true` and `printf` are steps; `goto` and `break` after a statement are none. */
byte x;
active [2] proctype p() {
  skip; true; printf("x\n");
  do :: x < 2 -> x++; goto next :: break od;
next: x = 0
}

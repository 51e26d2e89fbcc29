/* A row of statements that do nothing is shortened in `do`, not in `for`. */
byte g;
active proctype p() {
  for (g : 0 .. 1) { printf("here\n"); true }
}

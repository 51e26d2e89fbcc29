/* A jump into an atomic sequence begins it in the middle. */
byte x;
active proctype p() {
  if :: goto in :: skip fi;
  atomic { x = 1; x = 2; in: x = 3; x = 4 };
  x = 5
}
active proctype q() { x = 0 }

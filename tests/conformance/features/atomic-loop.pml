/* A loop inside an atomic sequence. */
byte x, i;
active [2] proctype p() { atomic { i = 0; do :: i < 3 -> i++; x = x + 1 :: else -> break od } }

/* A loop in a d_step. */
byte i, sum;
active [2] proctype p() { d_step { i = 0; do :: i < 4 -> sum = sum + i; i++ :: else -> break od }; i = 0 }

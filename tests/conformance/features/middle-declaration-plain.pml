/* A declaration without a value after the first statement sets the variable to 0. */
active [2] proctype p() { byte i; do :: i < 2 -> int k; assert(k == 0); k = 5; i++ :: else -> break od }

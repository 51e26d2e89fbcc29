/* A variable of a block starts anew each time the block is entered. */
active proctype p() { byte i; do :: i < 2 -> { byte k = 1; k = k + i; assert(k == i + 1) }; i++ :: else -> break od }

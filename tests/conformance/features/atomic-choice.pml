/* Choices inside an atomic sequence are all followed. */
byte x;
active [2] proctype p() { atomic { if :: x++ :: x = x + 2 :: x = 0 fi; if :: x > 1 -> x-- :: else -> x = 1 fi } }

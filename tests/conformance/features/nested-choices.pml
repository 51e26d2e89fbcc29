/* Choices at the head of options are one choice. */
byte x;
active [2] proctype p() { if :: if :: x == 0 -> x = 1 :: x == 1 -> x = 2 fi :: do :: x < 3 -> x++ :: break od :: else -> x = 9 fi; x = 0 }

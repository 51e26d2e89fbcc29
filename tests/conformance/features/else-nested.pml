/* `else` answers for the choices inside its options too. */
byte x;
active proctype p() { do :: if :: x == 1 -> x = 2 :: x == 2 -> x = 3 fi :: x == 3 -> break :: else -> x++ od }
active proctype q() { x = 1 }

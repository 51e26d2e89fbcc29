/* A D_proctype without choices. */
byte x;
active [2] D_proctype p() { x = 1; if :: x == 1 -> x = 2 :: else -> x = 3 fi; x = 4 }

/* `pc_value` in a claim, of a process that is gone too. */
byte x;
active proctype p() { x = 1; x = 2 }
active proctype q() { if :: x == 2 -> x = 3 :: x = 4 fi }
never { do :: pc_value(1) == 0 && pc_value(0) > 1 -> break :: else od }

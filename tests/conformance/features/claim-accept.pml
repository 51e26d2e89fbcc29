/* Accept labels do not matter for safety. */
byte x;
active proctype p() { do :: x = 1 :: x = 0 od }
never { S0: if :: x == 1 -> goto accept_S1 :: true -> goto S0 fi; accept_S1: if :: x == 1 -> goto accept_S1 fi }

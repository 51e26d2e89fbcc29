/* assertion: what must not be is so at the start. */
byte x = 1;

active proctype p() { x = 2 }

ltl never_one { [] (x != 1) }

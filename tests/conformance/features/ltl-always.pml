/* An invariant that fails. */
byte x;
active [2] proctype p() { x++; x-- }
ltl inv { [] (x < 2) }

/* A response formula, searched for safety. */
byte x;
active proctype p() { do :: x = 1 - x od }
ltl r { [] ((x == 1) -> <> (x == 0)) }

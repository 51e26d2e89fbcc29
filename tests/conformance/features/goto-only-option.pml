/* `goto` and `break` as the only statement of an option cost a step. */
byte x;
active proctype p() { do :: goto out :: break :: x < 2 -> x++ od; x = 5; out: x = 6 }
active proctype q() { x = 1 }

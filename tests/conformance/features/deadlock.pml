/* An invalid end state. */
bool a, b;
active proctype p() { !a -> a = true; !b -> b = true; a = false; b = false }
active proctype q() { !b -> b = true; !a -> a = true; a = false; b = false }

/* `xr` and `xs` change nothing in a full search. */
chan c = [2] of { byte };
active proctype p() { xs c; byte i; do :: i < 3 -> c!i; i++ :: else -> break od }
active proctype q() { xr c; byte x; do :: c?x od }

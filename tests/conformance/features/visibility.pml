/* `show` and `local` change nothing here. */
show byte x;
local byte y;
active [2] proctype p() { x++; y = x }

/* `!!` compares all fields from the first. */
chan c = [3] of { byte, byte };
active [3] proctype p() { c!!_pid % 2, 2 - _pid }
active proctype q() { byte x, y; c?x,y; c?x,y; assert(x != 1 || y != 1) }

/* An array of channels, indexed by the process number. */
chan c[3] = [1] of { byte };
active [3] proctype p() { byte x; c[(_pid + 1) % 3]!_pid; c[_pid]?x; assert(x == (_pid + 2) % 3) }

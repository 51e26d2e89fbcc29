/* Two instances, each with channels of its own. */
active [2] proctype p() { chan c[2] = [1] of { bit }; bit x; c[0]!1; c[1]!0; c[0]?x; c[1]?x; assert(!x) }

/* Locals change in a d_step. */
active [2] proctype p() { byte a, b = 1; d_step { a = b; b = a + 1; a = 0 }; b = 0 }

/* A channel of structures. */
typedef M { byte a; bit b[2]; short s };
chan c = [2] of { M };
active proctype p() { M m; m.a = 1; m.b[1] = 1; m.s = -5; c!m; m.a = 2; c!m }
active proctype q() { M m; c?m; assert(m.a == 1 && m.b[1] == 1 && m.b[0] == 0 && m.s == -5); c?m; assert(m.a == 2) }

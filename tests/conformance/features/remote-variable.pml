/* A claim looks at a local variable. */
active [2] proctype p() { byte n; n = 1; n = 2 + _pid; n = 0 }
never { do :: p[1]:n == 3 && p[0]:n == 2 -> break :: else od }

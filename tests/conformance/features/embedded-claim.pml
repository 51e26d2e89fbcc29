/* A claim asks with C. */
byte n;
active [2] proctype p() { n++; c_code { now.n++; } }
never { do :: c_expr { now.n < 3 } :: c_expr { now.n == 3 } -> break od }

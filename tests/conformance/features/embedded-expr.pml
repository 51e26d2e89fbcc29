/* A condition in C is waited for. */
byte n;
active proctype up() { do :: n < 4 -> n++ :: else -> break od }
active proctype waits() { c_expr { now.n == 3 || now.n > 3 }; n = 7 }

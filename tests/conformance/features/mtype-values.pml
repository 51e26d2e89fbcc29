/* The values of mtype constants. */
mtype = { a, b, c };
mtype = { d };
mtype:other = { e, f };
byte n;
active proctype p() { n = a; n = n + b; n = n * c; n = n + d; n = e * 10 + f }

/* Macros with and without arguments, and conditional text. */
#define N 2
#define inc(v) v = (v + 1) % (N + 1)
#ifdef N
#define GO true
#else
#define GO false
#endif
#if N > 1 && defined(GO)
byte x;
#endif
active [N] proctype p() { do :: GO -> inc(x) :: x == N -> break od }

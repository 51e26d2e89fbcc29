#define
#define 3 4
#define F(a, a) a
#define G(a,) a
#define H(a) a
#define H(b) b
#define PASTE(a, b) a ## b
#undef
#deifne X 1
#include nothing
#include "missing.h"
#if
#endif
#if 1 +
#endif
#if 1 / 0
#endif
#ifdef
#endif
#else
#endif
#elif 1
#error this model is not finished
#warning nor is this one
#define OPEN "abc
int x = H();
int y = H(1, 2);
int z = PASTE(+, 1);
# foo
int a = 'x;
int b = "x;
#if 1
#else
#else
#endif
#if 0
/* not closed

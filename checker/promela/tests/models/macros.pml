#include "macros.h"
#define EMPTY
#define CALL(name, args...) run name(args)
#define LONG x = 1; \
	y = 2; \
	x = y
#if SIZE > 3 && defined(MAX) && !defined NOTHING
#define RIGHT 1
#elif 1 / 0
#error not reached
#else
#define RIGHT 0
#endif
#ifdef NOTHING
this is not Promela, don't look
#if 1
#else
#endif
#elif SIZE == 4
int chosen = __LINE__;
#else
int wrong;
#endif
#ifndef SIZE
#warning not reached
#endif
#pragma once upon a time
#ident "x"

int x, y, recursive, f, a[SIZE]; // a comment \
   that goes on
#define recursive recursive + 1
#define f(x) (x + f)
byte b[SIZE+1];
proctype p(int n; int m) { skip }

active proctype main_()
{
	x = MAX(x, MAX(y, SIZE));
	x = recursive;
	x = f(f(y));
	EMPTY x = RIGHT EMPTY;
	SWAP(int, x, y);
	CALL(p, 1, 2);
	LONG;
	x = MAX(1,
		2)
	y = a[SIZE-1] /* a comment
	over lines */
	x = f;
# 100 "other.pml"
	x = __LINE__;
#line 7 "again.pml"
	x = __LINE__
#undef SIZE
#define SIZE 9
	x = SIZE
}

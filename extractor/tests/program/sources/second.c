#define SECOND
#include "shared.h"
static long own = 2;
struct Private { char b; };
struct Opaque { int hidden; };
struct Private p2;
struct Differs d2;
int table[3];
int both(struct Shared *s) { Named n; counter++; only_first(&n); return s->next->a + own + make()->hidden + n.c + twice(); }
int twice(void) { return 2; }
inline int in_both(void) { return 1; }
long counter;
int counter = 2;

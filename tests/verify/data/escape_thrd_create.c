// truth: fail assertion
// A local of a helper is given to a thread of C11.
#include <assert.h>

#include <threads.h>
int f(void *u) { *(int *)u = 6; return 0; }
static void go(void) { int v = 5; thrd_t t; thrd_create(&t, f, &v); thrd_join(t, 0); assert(v == 5); }
int main(void) { go(); return 0; }

// expect: fail assertion
#include <threads.h>
#include <assert.h>
int w(void *p) { *(int *)p = 1; return 0; }
int main(void) { static int x[2]; int *q = x; thrd_t t; q++; thrd_create(&t, w, q); thrd_join(t, 0); assert(x[1] == 0); return 0; }

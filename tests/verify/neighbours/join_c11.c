// expect: fail assertion
#include <assert.h>
#include <threads.h>
int w(void *u) { return 3; }
int main(void) { thrd_t t; int r = 0; thrd_create(&t, w, 0); thrd_join(t, &r); assert(r == 0); return 0; }

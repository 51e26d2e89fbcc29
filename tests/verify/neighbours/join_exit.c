// expect: fail assertion
#include <assert.h>
#include <pthread.h>
int x;
void *w(void *u) { pthread_exit(&x); }
int main(void) { pthread_t t; int *r; pthread_create(&t, 0, w, 0); pthread_join(t, (void **)&r); *r = 1; assert(x == 0); return 0; }

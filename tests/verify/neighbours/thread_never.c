// expect: pass
#include <pthread.h>
#include <assert.h>
int x;
void *b(void *u) { x = 1; return 0; }
void never(void) { pthread_t t; pthread_create(&t, 0, b, 0); }
int main(void) { assert(x == 0); return 0; }

// truth: fail assertion
// The operand of abs is read once.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int x = -1, y;
void *f(void *u) { x = 5; return 0; }
void *g(void *u) { y = abs(x); return 0; }
int main(void) { pthread_t a,b; pthread_create(&a,0,f,0); pthread_create(&b,0,g,0); pthread_join(a,0);
    pthread_join(b,0); assert(y != -5 && y != 5); }

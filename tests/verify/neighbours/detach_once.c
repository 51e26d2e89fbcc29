// expect: pass
#include <assert.h>
#include <pthread.h>
void *w(void *u) { return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, w, 0); assert(pthread_detach(t) == 0); return 0; }

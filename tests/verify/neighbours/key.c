// expect: pass
#include <assert.h>
#include <pthread.h>
pthread_key_t k; int n;
void gone(void *p) { n++; }
int main(void) { pthread_key_create(&k, gone); pthread_setspecific(k, &n); assert(pthread_getspecific(k) != 0); return 0; }

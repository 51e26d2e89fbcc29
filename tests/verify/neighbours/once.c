// expect: fail assertion
#include <assert.h>
#include <pthread.h>
pthread_once_t o = PTHREAD_ONCE_INIT; int n;
void f(void) { n++; }
int main(void) { pthread_once(&o, f); assert(n == 0); return 0; }

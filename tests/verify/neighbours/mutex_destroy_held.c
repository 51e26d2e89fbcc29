// expect: fail memory
#include <assert.h>
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int main(void) { pthread_mutex_lock(&m); assert(pthread_mutex_destroy(&m) != 0); return 0; }

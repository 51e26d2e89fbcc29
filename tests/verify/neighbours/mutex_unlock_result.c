// expect: fail memory
#include <assert.h>
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int main(void) { assert(pthread_mutex_unlock(&m) != 0); return 0; }

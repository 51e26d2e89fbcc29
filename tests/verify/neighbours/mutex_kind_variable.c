// expect: pass
#define _GNU_SOURCE
#include <pthread.h>
pthread_mutex_t m; int kind = PTHREAD_MUTEX_RECURSIVE;
int main(void) { pthread_mutexattr_t a; pthread_mutexattr_init(&a); pthread_mutexattr_settype(&a, kind); pthread_mutex_init(&m, &a); pthread_mutex_lock(&m); pthread_mutex_lock(&m); return 0; }

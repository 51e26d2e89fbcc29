// expect: pass
#define _GNU_SOURCE
#include <pthread.h>
static struct { int n; pthread_mutex_t m; } s = { 1, PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP };
int main(void) { pthread_mutex_lock(&s.m); pthread_mutex_lock(&s.m); return 0; }

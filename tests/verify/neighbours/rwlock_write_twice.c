// expect: pass
#include <pthread.h>
pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
int main(void) { pthread_rwlock_wrlock(&l); pthread_rwlock_wrlock(&l); return 0; }

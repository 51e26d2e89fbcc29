// expect: fail deadlock
#include <pthread.h>
void __VERIFIER_assume(int); int __VERIFIER_nondet_int(void); _Bool __VERIFIER_nondet_bool(void);
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; int x;
int main(void) { __VERIFIER_assume(x == 0); pthread_mutex_lock(&m); pthread_mutex_lock(&m); return 0; }

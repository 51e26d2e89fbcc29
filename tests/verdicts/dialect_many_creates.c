/* expect: assert */
/* A number of threads that an input gives. */
#include <pthread.h>
void reach_error(void) { }
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);
static int count;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *adds(void *u) {
    pthread_mutex_lock(&m);
    count++;
    pthread_mutex_unlock(&m);
    return u;
}
int main(void) {
    pthread_t t[8];
    unsigned char n = __VERIFIER_nondet_uchar();
    __VERIFIER_assume(n < 4);
    for (int i = 0; i < n; i++)
        pthread_create(&t[i], 0, adds, 0);
    for (int i = 0; i < n; i++)
        pthread_join(t[i], 0);
    if (count == 3)
        reach_error();
    return 0;
}

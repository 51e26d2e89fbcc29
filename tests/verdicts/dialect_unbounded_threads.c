/* expect: not safe */
/* Threads are started for ever; some run of few of them fails. */
#include <pthread.h>
void reach_error(void) { }
extern int __VERIFIER_nondet_int(void);
static int x;
static void *writes(void *u) {
    x = 1;
    if (x == 0)
        reach_error();
    x = 0;
    return u;
}
int main(void) {
    pthread_t t;
    while (__VERIFIER_nondet_int())
        pthread_create(&t, 0, writes, 0);
    return 0;
}

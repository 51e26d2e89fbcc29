/* expect: safe */
/* An input by its remainder chooses one of three counters. */
#include <pthread.h>
void reach_error(void) { }
extern unsigned __VERIFIER_nondet_uint(void);
static int counters[3];
static void *adds(void *u) {
    unsigned x = __VERIFIER_nondet_uint();
    counters[x % 3]++;
    return u;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, adds, 0);
    pthread_join(t, 0);
    if (counters[0] + counters[1] + counters[2] != 1)
        reach_error();
    return 0;
}

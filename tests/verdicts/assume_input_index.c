/* expect: assert */
/* the index that an input chooses is written by two threads */
#include <pthread.h>
extern void abort(void);
extern unsigned __VERIFIER_nondet_uint(void);
void reach_error(void) {
}

void assume_abort_if_not(int c) {
    if (!c) abort();
}

unsigned k;
int a[100];
void *t(void *p) {
    a[k] = 7;
    return 0;
}

int main(void) {
    k = __VERIFIER_nondet_uint();
    assume_abort_if_not(k < 100);
    pthread_t x;
    pthread_create(&x, 0, t, 0);
    a[42] = 1;
    pthread_join(x, 0);
    if (a[42] == 7) reach_error();
    return 0;
}

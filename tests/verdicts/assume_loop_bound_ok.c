/* expect: safe */
/* pthread-nondet: wide inputs with assumptions, two threads and a lock */
extern void abort(void);
#include <assert.h>
#include <pthread.h>
void reach_error() {
    assert(0);
}

extern void abort(void);
void assume_abort_if_not(int cond) {
    if (!cond) abort();
}

unsigned int __VERIFIER_nondet_uint();
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
unsigned x, y, n;
void *t(void *a) {
    for (unsigned k = 0; k < n; k++) {
        pthread_mutex_lock(&m);
        x++;
        y--;
        pthread_mutex_unlock(&m);
    }
    return 0;
}

int main() {
    n = __VERIFIER_nondet_uint();
    assume_abort_if_not(n <= 3);
    unsigned start = __VERIFIER_nondet_uint();
    x = start;
    y = start;
    pthread_t a, b;
    pthread_create(&a, 0, t, 0);
    pthread_create(&b, 0, t, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    if (x - start != start - y) {
        reach_error();
        abort();
    }
    return 0;
}

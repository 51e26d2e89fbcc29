/* expect: safe */
/* weaver: min and max with flags from inputs */
#include <pthread.h>
#include <assert.h>
void reach_error() {
    assert(0);
}

extern void abort(void);
void assume_abort_if_not(int cond) {
    if (!cond) {
        abort();
    }
}

extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
int A[3], N, min, max, i, j;
_Bool b1, b2;
void *thread1() {
    __VERIFIER_atomic_begin();
    _Bool c = i < N;
    __VERIFIER_atomic_end();
    while (c) {
        __VERIFIER_atomic_begin();
        min = min <= A[i] ? min : A[i];
        i = i + 1;
        c = i < N;
        __VERIFIER_atomic_end();
    }
    return 0;
}

void *thread2() {
    __VERIFIER_atomic_begin();
    _Bool c = j < N;
    __VERIFIER_atomic_end();
    while (c) {
        __VERIFIER_atomic_begin();
        max = max >= A[j] ? max : A[j];
        j = j + 1;
        c = j < N;
        __VERIFIER_atomic_end();
    }
    return 0;
}

int main() {
    pthread_t t1, t2;
    N = __VERIFIER_nondet_int();
    assume_abort_if_not(N > 0 && N <= 3);
    for (int k = 0; k < N; k++) A[k] = __VERIFIER_nondet_int();
    min = A[0];
    max = A[0];
    pthread_create(&t1, 0, thread1, 0);
    pthread_create(&t2, 0, thread2, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    assume_abort_if_not(min > max);
    reach_error();
    return 0;
}

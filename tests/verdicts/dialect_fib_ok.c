/* expect: safe */
/* SV-COMP pthread fib_bench, small */
extern void abort(void);
#include <assert.h>
#include <pthread.h>
void reach_error() {
    assert(0);
}

int i, j;
#define NUM 3
#define LIMIT (2*NUM+6)
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
void *t1(void *arg) {
    for (int k = 0; k < NUM; k++) {
        __VERIFIER_atomic_begin();
        i += j;
        __VERIFIER_atomic_end();
    }
    return NULL;
}

void *t2(void *arg) {
    for (int k = 0; k < NUM; k++) {
        __VERIFIER_atomic_begin();
        j += i;
        __VERIFIER_atomic_end();
    }
    return NULL;
}

int cur = 1, prev = 0, next = 0, x;
int fib() {
    for (x = 0; x < LIMIT; x++) {
        next = prev + cur;
        prev = cur;
        cur = next;
    }
    return prev;
}

int main(int argc, char **argv) {
    pthread_t id1, id2;
    __VERIFIER_atomic_begin();
    i = 1;
    __VERIFIER_atomic_end();
    __VERIFIER_atomic_begin();
    j = 1;
    __VERIFIER_atomic_end();
    pthread_create(&id1, NULL, t1, NULL);
    pthread_create(&id2, NULL, t2, NULL);
    int correct = fib();
    __VERIFIER_atomic_begin();
    _Bool ai = i <= correct;
    __VERIFIER_atomic_end();
    __VERIFIER_atomic_begin();
    _Bool aj = j <= correct;
    __VERIFIER_atomic_end();
    if (!ai || !aj) {
        ERROR: {
            reach_error();
            abort();
        }
    }
    return 0;
}

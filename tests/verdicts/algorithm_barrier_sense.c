/* expect: safe */
/* A barrier that turns its sense round, used twice. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

static atomic_int waiting = 2;
static atomic_bool sense;
static atomic_int phase[2];

static void arrive(bool *own) {
    *own = !*own;
    if (atomic_fetch_sub(&waiting, 1) == 1) {
        waiting = 2;
        sense = *own;
    } else {
        while (sense != *own)
            ;
    }
}

static void steps(int i) {
    bool own = false;
    for (int round = 1; round <= 2; round++) {
        phase[i] = round;
        arrive(&own);
        assert(phase[1 - i] >= round);
        arrive(&own);
    }
}

static void *other(void *unused) {
    steps(1);
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, other, 0);
    steps(0);
    pthread_join(t, 0);
    return 0;
}

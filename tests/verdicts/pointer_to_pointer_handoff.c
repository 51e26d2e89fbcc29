/* expect: safe */
/* A buffer changes its owner through a pointer to a pointer. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(int *) box;

static void *consumes(void *result) {
    int *got;
    while (!(got = atomic_exchange(&box, NULL)))
        ;
    *(int *)result = got[0] + got[1];
    free(got);
    return 0;
}

static void give(int **from) {
    atomic_store(&box, *from);
    *from = NULL;
}

int main(void) {
    pthread_t t;
    int sum = 0;
    int *buffer = malloc(2 * sizeof *buffer);
    buffer[0] = 3, buffer[1] = 4;
    pthread_create(&t, 0, consumes, &sum);
    give(&buffer);
    free(buffer);
    pthread_join(t, 0);
    assert(sum == 7);
    return 0;
}

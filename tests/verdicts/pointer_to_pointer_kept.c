/* expect: memory */
/* As pointer_to_pointer_handoff; the giver frees what it gave away. */
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
    int *copy = *from;
    atomic_store(&box, copy);
    from = NULL;
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
    return 0;
}

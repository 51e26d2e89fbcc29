/* expect: race */
/* A function that is atomic by its name, through a pointer to the heap, and a plain read of the same. */
#include <pthread.h>
#include <stdlib.h>

int *cell;

void __VERIFIER_atomic_set(int value) { *cell = value; }

static void *sets(void *unused) {
    (void)unused;
    __VERIFIER_atomic_set(3);
    return 0;
}

int main(void) {
    pthread_t thread;
    cell = malloc(sizeof *cell);
    *cell = 0;
    pthread_create(&thread, 0, sets, 0);
    int seen = *cell;
    pthread_join(thread, 0);
    free(cell);
    return seen;
}

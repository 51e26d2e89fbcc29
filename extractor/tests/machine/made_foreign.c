// Objects of one place of the heap are used by who made them, but for the last, which another thread gets.
// ends: 1 2 3
// begins anew
#include <pthread.h>
#include <stdlib.h>

int *given;

static void *work(void *arg) {
    int *own = malloc(sizeof *own);
    *own = 1;
    given = own;
    *own = 2;
    *own = 3;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    while (!given)
        ;
    int seen = *given;
    pthread_join(t, 0);
    return seen;
}

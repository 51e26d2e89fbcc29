// A thread gets the number of one that ended, and the object that it made.
// ends: 1 2 3
#include <pthread.h>
#include <stdlib.h>

int *p;

static void *first(void *arg) {
    int *own = malloc(sizeof *own);
    *own = 1;
    return own;
}

static void *second(void *arg) {
    int *given = arg;
    *given = 2;
    *given = 3;
    return 0;
}

int main(void) {
    pthread_t t;
    void *made;
    pthread_create(&t, 0, first, 0);
    pthread_join(t, &made);
    pthread_create(&t, 0, second, made);
    int seen = *(int *)made;
    pthread_join(t, 0);
    return seen;
}

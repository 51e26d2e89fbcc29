// Of two objects that one place allocates, one is published: the other stays its thread's own.
// ends: 1 5
#include <pthread.h>
#include <stdlib.h>

int *p;

static int *make(int value) {
    int *own = malloc(sizeof *own);
    *own = value;
    return own;
}

static void *work(void *arg) {
    int *a = make(1), *b = make(2);
    p = a;
    *b = *b + 1;
    *a = *b + 2;
    *b = 7;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    while (!p)
        ;
    int seen = *p;
    pthread_join(t, 0);
    return seen;
}

// A pointer to the heap is copied byte by byte.
// ends: 1 2
// begins anew
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

unsigned char bytes[sizeof(int *)];
int ready;

static void *work(void *arg) {
    int *own = malloc(sizeof *own);
    *own = 1;
    memcpy(bytes, &own, sizeof own);
    ready = 1;
    *own = 2;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    while (!ready)
        ;
    int *p;
    memcpy(&p, bytes, sizeof p);
    int seen = *p;
    pthread_join(t, 0);
    return seen;
}

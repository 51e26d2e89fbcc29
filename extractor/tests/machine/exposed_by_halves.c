// The address of a local goes to the other thread in two halves: nobody sees that it was published.
// ends: 1 2 3
// begins anew
// obstacles: AddressOrder
#include <pthread.h>

unsigned low, high;
int ready;

static void *work(void *arg) {
    int own = 1;
    unsigned long at = (unsigned long)&own;
    low = at;
    high = at >> 32;
    ready = 1;
    own = 2;
    own = 3;
    while (ready)
        ;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    while (!ready)
        ;
    int seen = *(int *)((unsigned long)high << 32 | low);
    ready = 0;
    pthread_join(t, 0);
    return seen;
}

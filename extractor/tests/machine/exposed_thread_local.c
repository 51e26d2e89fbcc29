// Data of a thread that another one is given.
// ends: 1 2
#include <pthread.h>

_Thread_local int own = 1;
int *p;

static void *work(void *arg) {
    p = &own;
    own = 2;
    while (p)
        ;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    while (!p)
        ;
    int seen = *p;
    p = 0;
    pthread_join(t, 0);
    return seen == 1 ? own : seen;
}

// A local that was lent is used after its call has returned, in some runs.
// ends: 0 1
// fails: Freed
#include <pthread.h>

int *lent, seen;

static void lend(void) {
    int own = 1;
    lent = &own;
}

static void *work(void *arg) {
    lend();
    lent = 0;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    int *p = lent;
    if (p)
        seen = *p;
    pthread_join(t, 0);
    return seen;
}

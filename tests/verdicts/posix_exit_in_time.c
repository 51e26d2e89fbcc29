/* expect: assert */
/* exit from a thread runs the handlers while the other still writes */
#include <stdlib.h>
#include <pthread.h>
#include <assert.h>
static int a, b;
static void h(void) {
    assert(a == b);
}

static void *t(void *x) {
    a = 1;
    b = 1;
    return 0;
}

int main(void) {
    atexit(h);
    pthread_t p;
    pthread_create(&p, 0, t, 0);
    exit(0);
}

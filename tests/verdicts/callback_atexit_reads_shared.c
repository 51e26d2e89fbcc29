/* expect: assert */
/* What runs at exit sees what a detached thread does until then. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static volatile int state;
static void check(void) { assert(state != 1); }
static void *moves(void *u) { state = 1; state = 2; return u; }
int main(void) {
    pthread_t t;
    atexit(check);
    pthread_create(&t, 0, moves, 0);
    pthread_detach(t);
    return 0;
}

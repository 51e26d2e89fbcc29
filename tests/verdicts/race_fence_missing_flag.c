/* expect: race */
/* A plain flag orders nothing, although it is always seen in time. */
#include <pthread.h>
#include <sched.h>
static volatile int done;
static int result;
static void *works(void *u) { result = 7; done = 1; return u; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, works, 0);
    while (!done)
        sched_yield();
    int r = result;
    pthread_join(t, 0);
    return r != 7;
}

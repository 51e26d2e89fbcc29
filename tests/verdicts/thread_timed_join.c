/* expect: safe */
/* A join with a time limit may not wait long enough; then it is asked again. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>
static int done;
static void *works(void *u) { done = 1; return u; }
int main(void) {
    pthread_t t;
    struct timespec soon = {0, 0};
    pthread_create(&t, 0, works, 0);
    while (pthread_timedjoin_np(t, 0, &soon) == ETIMEDOUT)
        ;
    assert(done == 1);
    return 0;
}

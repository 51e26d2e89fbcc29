/* expect: not safe, not real */
/* POSIX does not say what a join of a detached thread does */
#include <assert.h>
#include <pthread.h>

static void *run(void *u) { return 0; }

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, run, 0);
    pthread_detach(t);
    int r = pthread_join(t, 0);
    assert(r == 0);
    return 0;
}

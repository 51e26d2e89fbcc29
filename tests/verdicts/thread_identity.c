/* expect: safe */
/* pthread_self tells threads apart, and is the same in all calls of one thread */
#include <assert.h>
#include <pthread.h>

static pthread_t first;
static int is_first(void) { return pthread_equal(pthread_self(), first) != 0; }
static void *run(void *u) { assert(!is_first()); return 0; }

int main(void)
{
    pthread_t t;
    first = pthread_self();
    pthread_create(&t, 0, run, 0);
    assert(is_first());
    pthread_join(t, 0);
    return 0;
}

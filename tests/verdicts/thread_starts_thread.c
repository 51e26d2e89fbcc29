/* expect: assert */
/* a thread starts another one and does not wait for it */
#include <assert.h>
#include <pthread.h>

static pthread_t inner;
static int done;

static void *late(void *u) { done++; return 0; }
static void *starter(void *u) { pthread_create(&inner, 0, late, 0); return 0; }

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, starter, 0);
    pthread_join(t, 0);
    assert(done == 1);
    pthread_join(inner, 0);
    return 0;
}

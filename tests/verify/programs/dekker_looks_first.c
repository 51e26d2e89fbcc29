// expect: fail assertion
// A version of Dekker's algorithm that looks at the other flag before it raises its own. Both can find the other flag
// down, raise theirs and be inside together.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int wants[2];
static int owner = -1;

static void *worker(void *arg)
{
    int me = (int)(long)arg;

    while (wants[1 - me])
        ;
    wants[me] = 1;
    owner = me;
    assert(owner == me);
    wants[me] = 0;
    return NULL;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, worker, (void *)(long)0);
    pthread_create(&b, NULL, worker, (void *)(long)1);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}

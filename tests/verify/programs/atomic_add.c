// expect: pass
// atomic_fetch_add is one step, and so are ++ and += on an atomic object. Nothing is lost.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int calls;
static _Atomic int hits;
static atomic_uint bytes;

static void *worker(void *arg)
{
    (void)arg;
    atomic_fetch_add(&calls, 1);
    hits++;
    bytes += 16;
    return NULL;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(atomic_load(&calls) == 2);
    assert(hits == 2);
    assert(bytes == 32);
    return 0;
}

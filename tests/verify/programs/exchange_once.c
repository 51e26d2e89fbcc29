// expect: pass
// atomic_exchange gives the old value to exactly one thread: only that one initialises. The others wait for `ready`,
// which is set after the value, and see the value.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int claimed, ready;
static int value, initialised;

static int get(void)
{
    if (atomic_exchange(&claimed, 1) == 0) {
        initialised++;
        value = 42;
        atomic_store(&ready, 1);
    }
    while (!atomic_load(&ready))
        ;
    return value;
}

static void *user(void *arg)
{
    (void)arg;
    assert(get() == 42);
    return NULL;
}

int main(void)
{
    pthread_t users[2];

    for (int i = 0; i < 2; i++)
        pthread_create(&users[i], NULL, user, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(users[i], NULL);
    assert(initialised == 1);
    return 0;
}

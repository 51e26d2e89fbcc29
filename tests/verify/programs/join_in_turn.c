// expect: pass
// The second thread is created after the first has been joined: they never run together, and no lock is needed.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int value = 3;

static void *twice(void *arg)
{
    (void)arg;
    value = value * 2;
    return NULL;
}

static void *plus_one(void *arg)
{
    (void)arg;
    value = value + 1;
    return NULL;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, NULL, twice, NULL);
    pthread_join(t, NULL);
    pthread_create(&t, NULL, plus_one, NULL);
    pthread_join(t, NULL);
    assert(value == 7);
    return 0;
}

// expect: fail assertion
// `hurry` counts whether it gets the lock or not. While `calm` is between its load and its store, `hurry` can count
// without the lock, and one of the two is lost.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void *calm(void *arg)
{
    (void)arg;
    pthread_mutex_lock(&lock);
    counter++;
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *hurry(void *arg)
{
    int busy = pthread_mutex_trylock(&lock);

    (void)arg;
    counter++;
    if (!busy)
        pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, calm, NULL);
    pthread_create(&b, NULL, hurry, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(counter == 2);
    return 0;
}

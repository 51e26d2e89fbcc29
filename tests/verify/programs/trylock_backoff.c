// expect: pass
// The threads take two locks in opposite order, but the second one only by trylock: a thread that does not get it gives
// the first back and goes without. Nobody waits while it holds a lock. What is done is done under both locks.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t b = PTHREAD_MUTEX_INITIALIZER;
static int moved, skipped_first, skipped_second;

static void *first(void *arg)
{
    (void)arg;
    pthread_mutex_lock(&a);
    if (pthread_mutex_trylock(&b) == 0) {
        moved++;
        pthread_mutex_unlock(&b);
    } else {
        skipped_first = 1;
    }
    pthread_mutex_unlock(&a);
    return NULL;
}

static void *second(void *arg)
{
    (void)arg;
    pthread_mutex_lock(&b);
    if (pthread_mutex_trylock(&a) == 0) {
        moved++;
        pthread_mutex_unlock(&a);
    } else {
        skipped_second = 1;
    }
    pthread_mutex_unlock(&b);
    return NULL;
}

int main(void)
{
    pthread_t t, u;

    pthread_create(&t, NULL, first, NULL);
    pthread_create(&u, NULL, second, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    assert(moved + skipped_first + skipped_second == 2);
    return 0;
}

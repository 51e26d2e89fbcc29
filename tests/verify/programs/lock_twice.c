// expect: fail deadlock
// `add_twice` holds the lock and calls `add`, which takes it again. A mutex of the default kind is not recursive: the
// thread waits for itself, in every run, and main waits for the thread.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

static void add(int n)
{
    pthread_mutex_lock(&lock);
    total += n;
    pthread_mutex_unlock(&lock);
}

static void add_twice(int n)
{
    pthread_mutex_lock(&lock);
    total += n;
    add(n);
    pthread_mutex_unlock(&lock);
}

static void *worker(void *arg)
{
    (void)arg;
    add_twice(3);
    return NULL;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    assert(total == 6);
    return 0;
}

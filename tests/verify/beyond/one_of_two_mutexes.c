// expect: fail assertion
// truth: fail assertion
// A pointer says which of two mutexes guards the counter, and main changes it while the threads run. One thread can hold
// the first mutex and the other one the second: an increment is lost.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t coarse = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t fine = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t *guard = &coarse;
static int counter;

static void *worker(void *arg)
{
    pthread_mutex_t *mine = guard;

    (void)arg;
    pthread_mutex_lock(mine);
    counter++;
    pthread_mutex_unlock(mine);
    return NULL;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, worker, NULL);
    guard = &fine;
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(counter == 2);
    return 0;
}

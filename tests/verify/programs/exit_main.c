// expect: pass
// main ends by pthread_exit: the other threads go on. The last of them, told by the count under the lock, finds both
// parts in place.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int parts[2];
static int ready;

static void *worker(void *arg)
{
    int me = (int)(long)arg;

    parts[me] = 10 + me;
    pthread_mutex_lock(&lock);
    ready++;
    if (ready == 2)
        assert(parts[0] + parts[1] == 21);
    pthread_mutex_unlock(&lock);
    pthread_exit(NULL);
}

int main(void)
{
    pthread_t threads[2];

    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, worker, (void *)(long)i);
    pthread_exit(NULL);
}

// expect: pass
// truth: pass
// Which function runs is decided by a table of function pointers that main changes before the threads start: slot 0 then
// holds `down`. The counter goes up once and down once, under the lock.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

typedef void (*handler)(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void up(void) { counter++; }
static void down(void) { counter--; }

static handler handlers[2] = { up, up };

static void *worker(void *arg)
{
    int which = (int)(long)arg;

    pthread_mutex_lock(&lock);
    handlers[which]();
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void)
{
    pthread_t a, b;

    handlers[0] = down;
    pthread_create(&a, NULL, worker, (void *)(long)0);
    pthread_create(&b, NULL, worker, (void *)(long)1);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(counter == 0);
    return 0;
}

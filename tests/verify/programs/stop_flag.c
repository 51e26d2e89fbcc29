// expect: pass
// options: --terminates
// The worker polls an atomic flag, which main can set at any time. Under weak fairness main gets its turn, the worker
// sees the flag and ends, and then main does.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

static atomic_bool stop;
static uint8_t beats;
static int ended;

static void *worker(void *arg)
{
    (void)arg;
    while (!atomic_load(&stop))
        beats = (uint8_t)((beats + 1) % 4);
    ended = 1;
    pthread_exit(NULL);
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, NULL, worker, NULL);
    atomic_store(&stop, 1);
    pthread_join(t, NULL);
    assert(ended && beats < 4);
    return 0;
}

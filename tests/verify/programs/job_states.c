// expect: fail assertion
// Two threads start a job when they find it waiting. Each looks and changes the state without a lock, so that both can
// find it waiting, and it is started twice.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

enum job { WAITING, RUNNING, DONE };

static enum job job = WAITING;
static atomic_int started;

static void step(void)
{
    switch (job) {
    case WAITING:
        job = RUNNING;
        atomic_fetch_add(&started, 1);
        break;
    case RUNNING:
        job = DONE;
        break;
    case DONE:
        break;
    }
}

static void *worker(void *arg)
{
    (void)arg;
    step();
    return NULL;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(atomic_load(&started) == 1);
    return 0;
}

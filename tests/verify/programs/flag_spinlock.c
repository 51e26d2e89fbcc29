// expect: pass
// options: --terminates
// A spin lock on atomic_flag. Only the thread that found the flag clear goes on. The owner is never blocked, so that it
// clears the flag; each thread takes the lock a fixed number of times, so that the other's turn comes: all threads end.
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_flag flag = ATOMIC_FLAG_INIT;
static int counter;

static void spin_lock(void)
{
    while (atomic_flag_test_and_set(&flag))
        sched_yield();
}

static void spin_unlock(void)
{
    atomic_flag_clear(&flag);
}

static void *worker(void *arg)
{
    (void)arg;
    for (int i = 0; i < 2; i++) {
        spin_lock();
        counter++;
        spin_unlock();
    }
    return NULL;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(counter == 4);
    return 0;
}

// expect: fail assertion
// `ready` is looked at and set in two steps, and it is set too late: both threads can find it down and initialise.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_bool ready;
static atomic_int initialised;

static void set_up(void)
{
    if (!atomic_load(&ready)) {
        atomic_fetch_add(&initialised, 1);
        atomic_store(&ready, 1);
    }
}

static void *user(void *arg)
{
    (void)arg;
    set_up();
    assert(atomic_load(&initialised) == 1);
    return NULL;
}

int main(void)
{
    pthread_t users[2];

    for (int i = 0; i < 2; i++)
        pthread_create(&users[i], NULL, user, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(users[i], NULL);
    return 0;
}

/* expect: assert */
/* a callback is taken off while the timer has already fetched it */
#include <assert.h>
#include <pthread.h>

static int armed = 1, late;
static void fire(void) { if (!armed) late = 1; }
static void (*volatile hook)(void) = fire;

static void *timer(void *u)
{
    void (*f)(void) = hook;
    if (f)
        f();
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, timer, 0);
    hook = 0;
    armed = 0;
    pthread_join(t, 0);
    assert(!late); /* the timer had fetched the hook before */
    return 0;
}

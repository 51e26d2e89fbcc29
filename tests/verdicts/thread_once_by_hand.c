/* expect: assert */
/* a once that is made of a flag: the flag is set before the value */
#include <assert.h>
#include <pthread.h>

static int initialised, value;

static void *use(void *u)
{
    if (!initialised) {
        initialised = 1;
        value = 42;
    }
    assert(value == 42);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, use, 0);
    use(0);
    pthread_join(t, 0);
    return 0;
}

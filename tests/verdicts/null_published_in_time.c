/* expect: safe */
/* the pointer is set before the flag that says so */
#include <assert.h>
#include <pthread.h>

static int value = 3, *config, ready, got;

static void *reader(void *u)
{
    if (ready)
        got = *config;
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, reader, 0);
    config = &value;
    ready = 1;
    pthread_join(t, 0);
    assert(got == 0 || got == 3);
    return 0;
}

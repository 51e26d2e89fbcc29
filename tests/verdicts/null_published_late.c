/* expect: null */
/* a flag says that the pointer is set, and it is set after the flag */
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
    ready = 1;
    config = &value;
    pthread_join(t, 0);
    return 0;
}

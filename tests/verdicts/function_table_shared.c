/* expect: null */
/* a handler is taken out of the table between test and call */
#include <pthread.h>

static void on_data(void) {}
static void (*handler[2])(void) = { 0, on_data };

static void *dispatch(void *u)
{
    if (handler[1])
        handler[1]();
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, dispatch, 0);
    handler[1] = 0;
    pthread_join(t, 0);
    return 0;
}

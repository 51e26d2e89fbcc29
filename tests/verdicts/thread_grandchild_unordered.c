/* expect: assert */
/* a thread that a worker starts is not ordered with main */
#include <assert.h>
#include <pthread.h>

static int x;

static void *grandchild(void *u)
{
    x = 2;
    return 0;
}

static void *child(void *u)
{
    pthread_t t;
    pthread_create(&t, 0, grandchild, 0);
    pthread_join(t, 0);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, child, 0);
    x = 1;
    int seen = x;
    pthread_join(t, 0);
    assert(seen == 1 && x == 2);
    return 0;
}

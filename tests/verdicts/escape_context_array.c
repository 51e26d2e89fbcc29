/* expect: assert */
/* an array of pointers to locals is the context of a thread */
#include <assert.h>
#include <pthread.h>

static void *clear(void *context)
{
    int **slots = context;
    *slots[1] = 0;
    return 0;
}

int main(void)
{
    int rx = 3, tx = 4;
    int *slots[2] = { &rx, &tx };
    pthread_t t;
    pthread_create(&t, 0, clear, slots);
    pthread_join(t, 0);
    assert(rx == 3 && tx == 4);
    return 0;
}

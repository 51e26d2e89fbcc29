/* expect: safe */
/* each thread counts in its own element */
#include <assert.h>
#include <pthread.h>

static int slot[2];

static void *count(void *arg)
{
    int *mine = arg;
    for (int i = 0; i < 2; i++)
        ++*mine;
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, count, &slot[0]);
    pthread_create(&b, 0, count, &slot[1]);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(slot[0] + slot[1] == 4);
    return 0;
}

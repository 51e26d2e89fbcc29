/* expect: assert */
/* The threads have different arguments, and only one of them looks */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *work(void *number)
{
    if ((long)number == 1)
        assert(x == 0);
    x = 1;
    return 0;
}

int main(void)
{
    pthread_t t[3];
    for (long i = 0; i < 3; i++)
        pthread_create(&t[i], 0, work, (void *)(i / 2));
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], 0);
    return 0;
}

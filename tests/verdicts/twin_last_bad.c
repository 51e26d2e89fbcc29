/* expect: assert */
/* Who ends last ends the program, after `main`: all that threads did may have been done by either */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *work(void *u)
{
    (void)u;
    assert(atomic_fetch_add(&x, 1) < 2);
    return 0;
}

int main(void)
{
    pthread_t t[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], 0, work, 0);
    pthread_exit(0);
}

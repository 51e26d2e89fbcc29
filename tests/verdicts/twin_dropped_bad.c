/* expect: assert */
/* `main` comes to what is not modelled in its first step: what other threads do before that is searched all the same */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int a;

static void *work(void *u)
{
    (void)u;
    assert(atomic_fetch_add(&a, 1) == 0);
    return 0;
}

int main(void)
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], 0, work, 0);
    pthread_detach(t[0]);
    pthread_join(t[0], 0);
    return 0;
}

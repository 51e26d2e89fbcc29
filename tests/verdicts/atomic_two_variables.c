/* expect: assert */
/* two atomic variables are not changed in one step */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int from = 1, to;

static void *move(void *u)
{
    atomic_fetch_sub(&from, 1);
    atomic_fetch_add(&to, 1);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, move, 0);
    int there = to, here = from;
    assert(here + there == 1); /* to before, from after the move */
    pthread_join(t, 0);
    return 0;
}

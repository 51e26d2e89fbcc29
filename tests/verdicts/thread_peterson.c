/* expect: safe */
/* Peterson's algorithm, tried once by each thread */
#include <assert.h>
#include <pthread.h>

static int want[2], turn, inside;

static void *enter(void *arg)
{
    int me = *(int *)arg, other = 1 - me;
    want[me] = 1;
    turn = other;
    if (!want[other] || turn == me) {
        inside = inside + 1;
        assert(inside == 1);
        inside = inside - 1;
    }
    want[me] = 0;
    return 0;
}

int main(void)
{
    pthread_t t;
    int zero = 0, one = 1;
    pthread_create(&t, 0, enter, &one);
    enter(&zero);
    pthread_join(t, 0);
    return 0;
}

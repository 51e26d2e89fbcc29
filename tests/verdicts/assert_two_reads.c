/* expect: assert */
/* an assertion reads the same variable twice */
#include <assert.h>
#include <pthread.h>

static int turn;
static void *flip(void *u) { turn = 1; return 0; }

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, flip, 0);
    assert(turn == 1 || turn == 0); /* 0 at the first read is followed by 1 at the second */
    pthread_join(t, 0);
    return 0;
}

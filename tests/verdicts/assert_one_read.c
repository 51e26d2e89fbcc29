/* expect: safe */
/* the value is read once and then asserted */
#include <assert.h>
#include <pthread.h>

static int turn;
static void *flip(void *u) { turn = 1; return 0; }

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, flip, 0);
    int now = turn;
    assert(now == 1 || now == 0);
    pthread_join(t, 0);
    return 0;
}

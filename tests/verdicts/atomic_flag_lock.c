/* expect: safe */
/* a flag that is tested and set guards a counter */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_flag busy = ATOMIC_FLAG_INIT;
static int n, refused;

static void *run(void *u)
{
    if (atomic_flag_test_and_set(&busy))
        __atomic_fetch_add(&refused, 1, __ATOMIC_SEQ_CST);
    else {
        n++;
        atomic_flag_clear(&busy);
    }
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, run, 0);
    run(0);
    pthread_join(t, 0);
    assert(n + refused == 2 && n >= 1);
    return 0;
}

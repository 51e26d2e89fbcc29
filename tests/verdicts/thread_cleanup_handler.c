/* expect: assert */
/* a cleanup handler runs when the thread leaves by pthread_exit */
#include <assert.h>
#include <pthread.h>

static int open_ = 1;
static void close_(void *arg) { *(int *)arg = 0; }

static void *run(void *u)
{
    pthread_cleanup_push(close_, &open_);
    if (open_)
        pthread_exit(0);
    pthread_cleanup_pop(0);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, run, 0);
    pthread_join(t, 0);
    assert(open_ == 1);
    return 0;
}

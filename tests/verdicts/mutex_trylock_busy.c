/* expect: safe */
/* trylock of a mutex that another thread may hold: the counter never loses a step */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int done, skipped;

static void *run(void *u)
{
    int r = pthread_mutex_trylock(&m);
    if (r == 0) {
        done++;
        pthread_mutex_unlock(&m);
    } else {
        assert(r == EBUSY);
        skipped = 1;
    }
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, run, 0);
    pthread_mutex_lock(&m);
    done++;
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    assert(done + skipped == 2);
    return 0;
}

/* expect: assert */
/* the result of trylock is not looked at */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int done;

static void *run(void *u)
{
    int mine = pthread_mutex_trylock(&m) == 0;
    done++;
    if (mine)
        pthread_mutex_unlock(&m);
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
    assert(done == 2);
    return 0;
}

/* expect: safe */
/* both ways out of the critical section unlock */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int used;

static int reserve(void)
{
    int r = -1;
    pthread_mutex_lock(&m);
    if (used == 1)
        goto out;
    used++;
    r = 0;
out:
    pthread_mutex_unlock(&m);
    return r;
}
static void *run(void *u) { reserve(); return 0; }

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, run, 0);
    pthread_create(&b, 0, run, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(used == 1);
    return 0;
}

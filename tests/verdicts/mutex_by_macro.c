/* expect: safe */
/* lock and unlock behind macros and a wrapper with a pointer */
#include <assert.h>
#include <pthread.h>

struct lock { pthread_mutex_t *m; };
static pthread_mutex_t real_lock = PTHREAD_MUTEX_INITIALIZER;
static struct lock l = { &real_lock };
#define ACQUIRE(x) pthread_mutex_lock((x)->m)
#define RELEASE(x) pthread_mutex_unlock((x)->m)
static int n;

static void *add(void *u)
{
    ACQUIRE(&l);
    n++;
    RELEASE(&l);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, add, 0);
    add(0);
    pthread_join(t, 0);
    assert(n == 2);
    return 0;
}

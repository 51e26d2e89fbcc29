/* expect: safe */
/* a recursive mutex is free for others after as many unlocks as locks */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m;
static int x;

static void deep(int n)
{
    pthread_mutex_lock(&m);
    x++;
    if (n > 1)
        deep(n - 1);
    pthread_mutex_unlock(&m);
}
static void *run(void *u) { deep(2); return 0; }

int main(void)
{
    pthread_mutexattr_t a;
    pthread_t t;
    pthread_mutexattr_init(&a);
    pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&m, &a);
    pthread_create(&t, 0, run, 0);
    deep(2);
    pthread_join(t, 0);
    assert(x == 4);
    return 0;
}

/* expect: safe */
/* values of a key are one per thread, and null where none was set */
#include <assert.h>
#include <pthread.h>

static pthread_key_t key;
static int a = 1, b = 2;

static void *run(void *arg)
{
    assert(pthread_getspecific(key) == 0);
    pthread_setspecific(key, arg);
    assert(*(int *)pthread_getspecific(key) == 2);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_key_create(&key, 0);
    pthread_setspecific(key, &a);
    pthread_create(&t, 0, run, &b);
    assert(*(int *)pthread_getspecific(key) == 1);
    pthread_join(t, 0);
    return 0;
}

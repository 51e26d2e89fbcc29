/* expect: safe */
/* neighbouring fields are changed under one mutex */
#include <assert.h>
#include <pthread.h>

static struct { unsigned rx : 4, tx : 4; } n;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *receive(void *u)
{
    pthread_mutex_lock(&m);
    n.rx = 3;
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, receive, 0);
    pthread_mutex_lock(&m);
    n.tx = 5;
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    assert(n.rx == 3 && n.tx == 5);
    return 0;
}

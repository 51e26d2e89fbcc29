/* expect: safe */
/* reads and writes are under one mutex */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static long bytes;

static void add(long n)
{
    pthread_mutex_lock(&m);
    bytes += n;
    pthread_mutex_unlock(&m);
}
static void *rx(void *u) { add(64); return 0; }

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, rx, 0);
    add(36);
    pthread_join(t, 0);
    assert(bytes == 100);
    return 0;
}

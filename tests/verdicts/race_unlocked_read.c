/* expect: race */
/* writes are under the mutex, the read is not */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static long bytes;

static void *rx(void *u)
{
    pthread_mutex_lock(&m);
    bytes += 64;
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, rx, 0);
    long seen = bytes;
    pthread_join(t, 0);
    return seen > 64;
}

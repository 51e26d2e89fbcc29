/* expect: assert */
/* a consumer tests the condition once: a second consumer may be faster */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int items, closed;

static void *consume(void *u)
{
    pthread_mutex_lock(&m);
    if (items == 0 && !closed)
        pthread_cond_wait(&c, &m);
    if (!closed) {
        assert(items > 0);
        items--;
    }
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, consume, 0);
    pthread_create(&b, 0, consume, 0);
    pthread_mutex_lock(&m);
    items = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m);
    if (items == 0)
        closed = 1;
    pthread_cond_broadcast(&c);
    pthread_mutex_unlock(&m);
    return 0;
}

/* expect: safe */
/* threads that tell a function outside of the sources what they do; all data is the program's own */
#include <assert.h>
#include <pthread.h>

void trace(int thread, double value);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;

static void *work(void *number)
{
    pthread_mutex_lock(&m);
    n++;
    trace((int)(long)number, n);
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void)
{
    pthread_t t[2];
    for (long i = 0; i < 2; i++)
        pthread_create(&t[i], 0, work, (void *)i);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    assert(n == 2);
    return 0;
}

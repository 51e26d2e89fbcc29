/* expect: assert */
/* the mutex is released between the test and the change */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int seats = 1, sold;

static void *sell(void *u)
{
    pthread_mutex_lock(&m);
    int left = seats;
    pthread_mutex_unlock(&m);
    if (left > 0) {
        pthread_mutex_lock(&m);
        seats = left - 1;
        sold++;
        pthread_mutex_unlock(&m);
    }
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, sell, 0);
    sell(0);
    pthread_join(t, 0);
    assert(sold <= 1);
    return 0;
}

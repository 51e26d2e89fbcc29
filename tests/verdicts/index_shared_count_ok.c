/* expect: safe */
/* check and use of the count are one critical section */
#include <assert.h>
#include <pthread.h>

static int items[2];
static int count;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *add(void *arg)
{
    pthread_mutex_lock(&m);
    if (count < 2) {
        items[count] = 1;
        count = count + 1;
    }
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void)
{
    pthread_t a, b;
    count = 1;
    pthread_create(&a, 0, add, 0);
    pthread_create(&b, 0, add, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(count == 2 && items[1] == 1);
    return 0;
}

/* expect: deadlock */
/* an early return keeps the mutex */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int used;

static int reserve(void)
{
    pthread_mutex_lock(&m);
    if (used == 1)
        return -1;
    used++;
    pthread_mutex_unlock(&m);
    return 0;
}
static void *run(void *u) { reserve(); return 0; }

int main(void)
{
    pthread_t a, b, c;
    pthread_create(&a, 0, run, 0);
    pthread_create(&b, 0, run, 0);
    pthread_create(&c, 0, run, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    pthread_join(c, 0);
    return 0;
}

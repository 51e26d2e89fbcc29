/* expect: deadlock */
/* a default mutex is locked again by a helper that its owner calls */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int level;

static void log_level(void)
{
    pthread_mutex_lock(&m);
    level++;
    pthread_mutex_unlock(&m);
}

int main(void)
{
    pthread_mutex_lock(&m);
    if (level == 0)
        log_level();
    pthread_mutex_unlock(&m);
    return 0;
}

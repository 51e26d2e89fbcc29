/* expect: race */
/* a pointer is taken under the mutex, and what it leads to is written without */
#include <pthread.h>

struct item { int uses; };
static struct item it, *current = &it;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static struct item *get(void)
{
    pthread_mutex_lock(&m);
    struct item *i = current;
    pthread_mutex_unlock(&m);
    return i;
}
static void *use(void *u) { get()->uses++; return 0; }

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, use, 0);
    use(0);
    pthread_join(t, 0);
    return 0;
}

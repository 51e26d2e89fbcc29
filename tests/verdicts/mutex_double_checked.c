/* expect: assert */
/* the object is published before its member is set, and the fast path takes no lock */
#include <assert.h>
#include <pthread.h>

struct log { int level; };
static struct log storage, *instance;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static struct log *get(void)
{
    if (!instance) {
        pthread_mutex_lock(&m);
        if (!instance) {
            instance = &storage;
            instance->level = 3;
        }
        pthread_mutex_unlock(&m);
    }
    return instance;
}
static void *use(void *u) { assert(get()->level == 3); return 0; }

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, use, 0);
    use(0);
    pthread_join(t, 0);
    return 0;
}

/* expect: safe */
/* the object is complete when it is published */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct log { int level; };
static struct log storage;
static _Atomic(struct log *) instance;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static struct log *get(void)
{
    struct log *l = instance;
    if (!l) {
        pthread_mutex_lock(&m);
        l = instance;
        if (!l) {
            storage.level = 3;
            instance = l = &storage;
        }
        pthread_mutex_unlock(&m);
    }
    return l;
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

/* expect: safe */
/* a reader uses the configuration inside of its read lock */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct config { int level; };
static struct config *config;
static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static int seen;

static void *reader(void *u)
{
    pthread_rwlock_rdlock(&l);
    seen = config->level;
    pthread_rwlock_unlock(&l);
    return 0;
}

int main(void)
{
    pthread_t t;
    struct config *old = malloc(sizeof *old), *new = malloc(sizeof *new);
    if (!old || !new)
        return 0;
    old->level = 1;
    new->level = 2;
    config = old;
    pthread_create(&t, 0, reader, 0);
    pthread_rwlock_wrlock(&l);
    config = new;
    pthread_rwlock_unlock(&l);
    free(old);
    pthread_join(t, 0);
    free(new);
    assert(seen == 1 || seen == 2);
    return 0;
}

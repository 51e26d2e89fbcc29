/* expect: memory */
/* a reader keeps the configuration over the end of its read lock */
#include <pthread.h>
#include <stdlib.h>

struct config { int level; };
static struct config *config;
static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static int seen;

static void *reader(void *u)
{
    pthread_rwlock_rdlock(&l);
    struct config *c = config;
    pthread_rwlock_unlock(&l);
    seen = c->level;
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
    return 0;
}

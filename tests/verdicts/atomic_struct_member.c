/* expect: safe */
/* an atomic counter inside of an object on the heap */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct pool { _Atomic long used; };

static void *take(void *arg) { ((struct pool *)arg)->used += 2; return 0; }

int main(void)
{
    struct pool *p = calloc(1, sizeof *p);
    pthread_t t;
    if (!p)
        return 0;
    pthread_create(&t, 0, take, p);
    take(p);
    pthread_join(t, 0);
    assert(p->used == 4);
    free(p);
    return 0;
}

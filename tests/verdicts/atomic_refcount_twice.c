/* expect: memory */
/* decrement and test are two steps: both threads may see zero and free */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct obj { atomic_int refs; int data; };

static void *put(void *arg)
{
    struct obj *o = arg;
    atomic_fetch_sub(&o->refs, 1);
    if (atomic_load(&o->refs) == 0)
        free(o);
    return 0;
}

int main(void)
{
    struct obj *o = malloc(sizeof *o);
    pthread_t t;
    if (!o) return 0;
    atomic_init(&o->refs, 2);
    o->data = 1;
    pthread_create(&t, 0, put, o);
    put(o);
    pthread_join(t, 0);
    return 0;
}

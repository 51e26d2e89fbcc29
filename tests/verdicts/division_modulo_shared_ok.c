/* expect: safe */
/* the size of the table is read once */
#include <assert.h>
#include <pthread.h>

static unsigned buckets = 4, slot;

static void *shrink(void *u) { buckets = 0; return 0; }

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, shrink, 0);
    unsigned n = buckets;
    if (n)
        slot = 13 % n;
    pthread_join(t, 0);
    assert(slot <= 1);
    return 0;
}

/* expect: assert */
/* the producer moves its index before the slot is filled */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int ring[2];
static atomic_uint head, tail;

static void *producer(void *u)
{
    unsigned h = atomic_fetch_add(&head, 1);
    ring[h % 2] = 5;
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, producer, 0);
    if (head != tail)
        assert(ring[tail % 2] == 5);
    pthread_join(t, 0);
    return 0;
}

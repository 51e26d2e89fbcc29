/* expect: safe */
/* one producer and one consumer with a ring of two slots and indices that only grow */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int ring[2];
static atomic_uint head, tail;

static int put(int v)
{
    unsigned h = head;
    if (h - tail == 2)
        return 0;
    ring[h % 2] = v;
    head = h + 1;
    return 1;
}
static int get(int *v)
{
    unsigned t = tail;
    if (head == t)
        return 0;
    *v = ring[t % 2];
    tail = t + 1;
    return 1;
}
static void *producer(void *u)
{
    for (int i = 1; i <= 3; i++)
        if (!put(i))
            break;
    return 0;
}

int main(void)
{
    pthread_t t;
    int last = 0, v;
    pthread_create(&t, 0, producer, 0);
    for (int i = 0; i < 2; i++)
        if (get(&v)) {
            assert(v == last + 1);
            last = v;
        }
    pthread_join(t, 0);
    return 0;
}

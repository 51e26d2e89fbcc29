/* expect: safe */
/* Both slots are full when both threads were joined */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int next, slots[2];

static void *work(void *u)
{
    (void)u;
    slots[atomic_fetch_add(&next, 1)] = 1;
    return 0;
}

int main(void)
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], 0, work, 0);
    pthread_join(t[1], 0);
    pthread_join(t[0], 0);
    assert(slots[0] == 1 && slots[1] == 1);
    return 0;
}

/* expect: safe */
/* data is written before an atomic flag is set, and read after the flag was seen */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int data;
static atomic_int ready;

static void *publish(void *u)
{
    data = 9;
    atomic_store_explicit(&ready, 1, memory_order_release);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, publish, 0);
    if (atomic_load_explicit(&ready, memory_order_acquire))
        assert(data == 9);
    pthread_join(t, 0);
    return 0;
}

/* expect: safe */
/* a compare-and-swap loop adds without loss */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *add(void *u)
{
    int old = atomic_load(&x);
    while (!atomic_compare_exchange_strong(&x, &old, old + 2))
        ;
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, add, 0);
    pthread_create(&b, 0, add, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(x == 4);
    return 0;
}

/* expect: safe */
/* a thread returns a small integer as a pointer */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static void *twice(void *arg) { return (void *)((intptr_t)arg * 2); }

int main(void)
{
    pthread_t a, b;
    void *ra, *rb;
    pthread_create(&a, 0, twice, (void *)3);
    pthread_create(&b, 0, twice, (void *)-4);
    pthread_join(a, &ra);
    pthread_join(b, &rb);
    assert((intptr_t)ra == 6 && (intptr_t)rb == -8);
    return 0;
}

/* expect: assert */
/* the results of two threads are taken in the wrong order */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static void *twice(void *arg) { return (void *)((intptr_t)arg * 2); }

int main(void)
{
    pthread_t t[2];
    intptr_t sum[2];
    for (intptr_t i = 0; i < 2; i++)
        pthread_create(&t[i], 0, twice, (void *)(i + 1));
    for (int i = 0; i < 2; i++) {
        void *r;
        pthread_join(t[1 - i], &r);
        sum[i] = (intptr_t)r;
    }
    assert(sum[0] == 2 && sum[1] == 4);
    return 0;
}

/* Szymanski's algorithm for two threads, that enter their critical section K times each. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag[2];
static int inside;

static void *work(void *number)
{
    int self = (int)(long)number, other = 1 - self;
    for (int i = 0; i < K; i++) {
        flag[self] = 1;
        while (flag[other] >= 3)
            ;
        flag[self] = 3;
        if (flag[other] == 1) {
            flag[self] = 2;
            while (flag[other] != 4)
                ;
        }
        flag[self] = 4;
        if (self == 1)
            while (flag[other] >= 2)
                ;
        inside++;
        assert(inside == 1);
        inside--;
        if (self == 0)
            while (flag[other] == 2 || flag[other] == 3)
                ;
        flag[self] = 0;
    }
    return 0;
}

int main(void)
{
    pthread_t t[2];
    for (long i = 0; i < 2; i++)
        pthread_create(&t[i], 0, work, (void *)i);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    return 0;
}

/* A token goes round N threads K times. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int token;
static int rounds;

static void *work(void *number)
{
    int self = (int)(long)number;
    for (int i = 0; i < K; i++) {
        while (token != self)
            ;
        rounds++;
        token = (self + 1) % N;
    }
    return 0;
}

int main(void)
{
    pthread_t t[N];
    for (long i = 0; i < N; i++)
        pthread_create(&t[i], 0, work, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], 0);
    assert(rounds == N * K);
    return 0;
}

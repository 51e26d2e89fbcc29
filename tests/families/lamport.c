/* Lamport's bakery: N threads enter their critical section once each. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int choosing[N], ticket[N];
static int inside;

static void *work(void *number)
{
    int self = (int)(long)number, most = 0;
    choosing[self] = 1;
    for (int i = 0; i < N; i++) {
        int other = ticket[i];
        if (other > most)
            most = other;
    }
    ticket[self] = most + 1;
    choosing[self] = 0;
    for (int i = 0; i < N; i++) {
        if (i == self)
            continue;
        while (choosing[i])
            ;
        int other;
        while ((other = ticket[i]) != 0 && (other < most + 1 || (other == most + 1 && i < self)))
            ;
    }
    inside++;
    assert(inside == 1);
    inside--;
    ticket[self] = 0;
    return 0;
}

int main(void)
{
    pthread_t t[N];
    for (long i = 0; i < N; i++)
        pthread_create(&t[i], 0, work, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], 0);
    return 0;
}

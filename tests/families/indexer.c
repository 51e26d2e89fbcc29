/* N threads put their keys into one table; up to eleven of them never meet (Flanagan and Godefroid 2005). */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { SIZE = 128, MOST = 4 };
static atomic_int table[SIZE];

static void *worker(void *number)
{
    int self = (int)(long)number;
    for (int i = 1; i <= MOST; i++) {
        int key = i * 11 + self, at = key * 7 % SIZE, free = 0;
        while (!atomic_compare_exchange_strong(&table[at], &free, key)) {
            at = (at + 1) % SIZE;
            free = 0;
        }
        assert(table[at] == key);
    }
    return 0;
}

int main(void)
{
    pthread_t t[N];
    for (long i = 0; i < N; i++)
        pthread_create(&t[i], 0, worker, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], 0);
    return 0;
}

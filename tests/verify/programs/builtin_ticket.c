// expect: pass
// options: --terminates
// A ticket lock with gcc's builtins. Tickets are different, and only the one being served is inside. Each owner serves
// the next ticket, so that all threads end.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static unsigned next_ticket, serving;
static int counter;

static void *worker(void *arg)
{
    unsigned ticket = __sync_fetch_and_add(&next_ticket, 1);

    (void)arg;
    while (__atomic_load_n(&serving, __ATOMIC_SEQ_CST) != ticket)
        ;
    counter++;
    __atomic_store_n(&serving, ticket + 1, __ATOMIC_SEQ_CST);
    return NULL;
}

int main(void)
{
    pthread_t threads[2];

    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, worker, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    assert(counter == 2);
    return 0;
}

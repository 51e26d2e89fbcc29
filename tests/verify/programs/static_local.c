// expect: fail assertion
// The static local of `next_number` is one object for all threads, and nothing guards it: both can get the same number.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int numbers[2];

static int next_number(void)
{
    static int last;

    last = last + 1;
    return last;
}

static void *client(void *arg)
{
    int me = (int)(long)arg;

    numbers[me] = next_number();
    return NULL;
}

int main(void)
{
    pthread_t threads[2];

    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, client, (void *)(long)i);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    assert(numbers[0] != numbers[1]);
    return 0;
}

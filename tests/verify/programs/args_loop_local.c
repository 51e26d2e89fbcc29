// expect: fail assertion
// A local of a loop in main is given to a thread and starts anew with each round. Each thread adds one to it, so it is 1 after
// each join, in the second round too: the total is 2, not 3.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int total;

static void *add(void *arg)
{
    int *count = arg;

    *count += 1;
    return NULL;
}

int main(void)
{
    for (int round = 0; round < 2; round++) {
        int count = 0;
        pthread_t t;

        pthread_create(&t, NULL, add, &count);
        pthread_join(t, NULL);
        total += count;
    }
    assert(total == 3);
    return 0;
}

// expect: pass
// The thread gets the address of a struct of main, adds up what is asked and leaves the result in it. main looks at it
// only after the join.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

struct range {
    int from;
    int to;
    int sum;
};

static void *add_up(void *arg)
{
    struct range *range = arg;

    range->sum = 0;
    for (int i = range->from; i <= range->to; i++)
        range->sum += i;
    return NULL;
}

int main(void)
{
    struct range low = { 1, 3, 0 }, high = { 4, 5, 0 };
    pthread_t a, b;

    pthread_create(&a, NULL, add_up, &low);
    pthread_create(&b, NULL, add_up, &high);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(low.sum == 6 && high.sum == 9);
    assert(low.sum + high.sum == 15);
    return 0;
}

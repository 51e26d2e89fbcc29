// expect: fail assertion
// main uses the result before it has joined the thread that computes it. The thread may not have run yet.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int result;

static int square(int n)
{
    return n * n;
}

static void *compute(void *arg)
{
    result = square((int)(long)arg);
    return NULL;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, NULL, compute, (void *)(long)12);
    assert(result == 144);
    pthread_join(t, NULL);
    return 0;
}

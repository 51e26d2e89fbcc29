// expect: fail assertion
// `counter++` is a load and a store. Both threads can load 0 before either stores 1, so that one increment is lost.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int counter;

static void *count(void *arg)
{
    (void)arg;
    counter++;
    return NULL;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, count, NULL);
    pthread_create(&b, NULL, count, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(counter == 2);
    return 0;
}

/* expect: safe */
/* a thread-local variable of each thread starts at its initial value */
#include <assert.h>
#include <pthread.h>

static _Thread_local int depth = 1;

static void *run(void *u)
{
    depth += 5;
    assert(depth == 6);
    return 0;
}

int main(void)
{
    pthread_t a, b;
    depth = 10;
    pthread_create(&a, 0, run, 0);
    pthread_create(&b, 0, run, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(depth == 10);
    return 0;
}

/* expect: safe */
/* runs in which the assumption is false do not count */
#include <assert.h>
#include <pthread.h>

void __VERIFIER_assume(int);
static int ready, data;

static void *set(void *u) { data = 1; ready = 1; return 0; }

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, set, 0);
    __VERIFIER_assume(ready == 1);
    assert(data == 1);
    pthread_join(t, 0);
    return 0;
}

/* expect: assert */
/* the assumption is about a flag that is set too early */
#include <assert.h>
#include <pthread.h>

void __VERIFIER_assume(int);
static int ready, data;

static void *set(void *u) { ready = 1; data = 1; return 0; }

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, set, 0);
    __VERIFIER_assume(ready == 1);
    assert(data == 1);
    pthread_join(t, 0);
    return 0;
}

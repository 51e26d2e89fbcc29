/* expect: assert */
/* n = n + 1 of an atomic variable is two steps */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int n;
static void *add(void *u) { n = n + 1; return 0; }

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, add, 0);
    add(0);
    pthread_join(t, 0);
    assert(n == 2);
    return 0;
}

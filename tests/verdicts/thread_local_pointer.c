/* expect: assert */
/* the address of a thread-local variable is given to another thread */
#include <assert.h>
#include <pthread.h>

static __thread int errors;
static void *report(void *where) { ++*(int *)where; errors = 7; return 0; }

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, report, &errors);
    pthread_join(t, 0);
    assert(errors == 0);
    return 0;
}

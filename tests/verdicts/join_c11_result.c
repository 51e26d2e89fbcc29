/* expect: assert */
/* the result of a C11 thread is negative and is compared as if it were not */
#include <assert.h>
#include <threads.h>

static int errors(void *arg) { return *(int *)arg - 3; }

int main(void)
{
    thrd_t t;
    int in = 1, r = 0;
    thrd_create(&t, errors, &in);
    thrd_join(t, &r);
    assert(r >= 0);
    return 0;
}

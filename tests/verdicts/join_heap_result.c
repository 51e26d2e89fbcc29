/* expect: safe */
/* a thread allocates its result, the joiner frees it */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct result { int code; };

static void *work(void *arg)
{
    struct result *r = malloc(sizeof *r);
    if (!r) abort();
    r->code = *(int *)arg + 1;
    return r;
}

int main(void)
{
    int in = 41;
    void *out;
    pthread_t t;
    pthread_create(&t, 0, work, &in);
    pthread_join(t, &out);
    assert(((struct result *)out)->code == 42);
    free(out);
    return 0;
}

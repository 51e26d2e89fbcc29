/* expect: assert */
/* both arguments of a call read the same shared variable */
#include <assert.h>
#include <pthread.h>

static int version;
static int same(int a, int b) { return a == b; }
static void *bump(void *u) { version = 1; return 0; }

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, bump, 0);
    int r = same(version, version);
    pthread_join(t, 0);
    assert(r);
    return 0;
}

/* expect: safe */
/* a reader takes its copy only if the sequence was even and did not change */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint seq;
static atomic_int a, b;

static void *writer(void *u)
{
    seq++;
    a = 1;
    b = 1;
    seq++;
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, writer, 0);
    unsigned before = seq;
    int x = a, y = b;
    unsigned after = seq;
    if (before == after && before % 2 == 0)
        assert(x == y);
    pthread_join(t, 0);
    return 0;
}

/* expect: assert */
/* a copy from one shared variable to another is a load and a store */
#include <assert.h>
#include <pthread.h>

static int a = 1, b, *pa = &a, *pb = &b;
static void *copy(void *u) { *pb = *pa; return 0; }

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, copy, 0);
    a = 2;
    b = 2;
    pthread_join(t, 0);
    assert(b == 2); /* 1 was read before, and is stored after */
    return 0;
}

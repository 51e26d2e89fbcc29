/* expect: assert */
/* two threads set different bits of one word */
#include <assert.h>
#include <pthread.h>

static unsigned flags;
static void *set(void *arg) { flags |= *(unsigned *)arg; return 0; }

int main(void)
{
    unsigned a = 1, b = 4;
    pthread_t t;
    pthread_create(&t, 0, set, &a);
    set(&b);
    pthread_join(t, 0);
    assert(flags == 5);
    return 0;
}

/* expect: safe */
/* two threads set different bits of one word with an atomic or */
#include <assert.h>
#include <pthread.h>

static unsigned flags;
static void *set(void *arg) { __atomic_fetch_or(&flags, *(unsigned *)arg, __ATOMIC_RELAXED); return 0; }

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

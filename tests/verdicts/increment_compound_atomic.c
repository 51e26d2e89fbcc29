/* expect: safe */
/* compound assignment to an atomic variable is one step */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_long bytes;
static void *add(void *arg) { bytes += *(int *)arg; return 0; }

int main(void)
{
    int a = 10, b = 32;
    pthread_t t;
    pthread_create(&t, 0, add, &a);
    add(&b);
    pthread_join(t, 0);
    assert(bytes == 42);
    return 0;
}

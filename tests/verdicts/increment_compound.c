/* expect: assert */
/* += on a shared variable is a load and a store */
#include <assert.h>
#include <pthread.h>

static unsigned long bytes;

static void *rx(void *arg) { bytes += *(unsigned *)arg; return 0; }

int main(void)
{
    pthread_t t;
    unsigned a = 100, b = 28;
    pthread_create(&t, 0, rx, &a);
    rx(&b);
    pthread_join(t, 0);
    assert(bytes == 128);
    return 0;
}

/* expect: not safe */
/* the size of the table becomes zero between the test and the modulo */
#include <pthread.h>

static unsigned buckets = 4, slot;

static void *shrink(void *u) { buckets = 0; return 0; }

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, shrink, 0);
    if (buckets)
        slot = 13 % buckets;
    pthread_join(t, 0);
    return 0;
}

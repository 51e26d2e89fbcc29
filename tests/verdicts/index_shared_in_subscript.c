/* expect: bounds */
/* the index is tested and read again for the access */
#include <pthread.h>

static int slots[2];
static int at;
static void *advance(void *u) { at = 2; return 0; }

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, advance, 0);
    if (at < 2)
        slots[at] = 1;
    pthread_join(t, 0);
    return 0;
}

/* expect: safe */
/* the index is copied before it is tested */
#include <pthread.h>

static int slots[2];
static int at;
static void *advance(void *u) { at = 2; return 0; }

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, advance, 0);
    int i = at;
    if (i < 2)
        slots[i] = 1;
    pthread_join(t, 0);
    return 0;
}

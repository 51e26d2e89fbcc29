/* expect: assert */
/* toggling a shared bit is a load and a store */
#include <assert.h>
#include <pthread.h>

static unsigned led;
static void *toggle(void *u) { led ^= 1; return 0; }

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, toggle, 0);
    toggle(0);
    pthread_join(t, 0);
    assert(led == 0);
    return 0;
}

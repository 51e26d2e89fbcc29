/* expect: safe */
/* a getter reads once, and its result does not change any more */
#include <assert.h>
#include <pthread.h>

static int state;
static int get(void) { return state; }
static void *start(void *u) { state = 1; return 0; }

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, start, 0);
    int s = get();
    if (s == 0)
        assert(s == 0);
    else
        assert(get() == 1);
    pthread_join(t, 0);
    return 0;
}

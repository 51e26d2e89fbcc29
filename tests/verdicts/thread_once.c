/* expect: safe */
/* the initialisation runs once, and it is done when pthread_once returns */
#include <assert.h>
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int runs, value;

static void init(void) { runs++; value = 42; }
static void *use(void *u)
{
    pthread_once(&once, init);
    assert(value == 42);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, use, 0);
    use(0);
    pthread_join(t, 0);
    assert(runs == 1);
    return 0;
}

/* expect: safe */
/* a thread is created detached, and main leaves by pthread_exit */
#include <assert.h>
#include <pthread.h>

static int x;
static void *run(void *u) { x++; assert(x == 2); return 0; }

int main(void)
{
    pthread_attr_t a;
    pthread_t t;
    x = 1;
    pthread_attr_init(&a);
    pthread_attr_setdetachstate(&a, PTHREAD_CREATE_DETACHED);
    pthread_create(&t, &a, run, 0);
    pthread_exit(0);
}

/* expect: race */
/* volatile makes no access atomic */
#include <pthread.h>

static volatile int state;
static void *run(void *u) { state = 1; return 0; }

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, run, 0);
    int s = state;
    pthread_join(t, 0);
    return s > 1;
}

/* expect: null */
/* a thread that had nothing to do returns a null pointer, which the joiner follows */
#include <pthread.h>

static int value = 5;
static int busy;

static void *work(void *arg) { return busy ? &value : 0; }

int main(void)
{
    pthread_t t;
    void *out;
    pthread_create(&t, 0, work, 0);
    pthread_join(t, &out);
    return *(int *)out;
}

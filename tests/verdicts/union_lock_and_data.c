/* expect: safe */
/* a union of two views is only used under the mutex */
#include <assert.h>
#include <pthread.h>

static union { unsigned all; unsigned char part[4]; } reg;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *set(void *arg)
{
    pthread_mutex_lock(&m);
    reg.part[*(int *)arg] = 1;
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void)
{
    int zero = 0, two = 2;
    pthread_t t;
    pthread_create(&t, 0, set, &zero);
    set(&two);
    pthread_join(t, 0);
    assert(reg.all == 0x10001);
    return 0;
}

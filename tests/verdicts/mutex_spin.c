/* expect: safe */
/* a spin lock of the thread library */
#include <assert.h>
#include <pthread.h>

static pthread_spinlock_t s;
static int n;

static void *add(void *u)
{
    pthread_spin_lock(&s);
    n++;
    pthread_spin_unlock(&s);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_spin_init(&s, PTHREAD_PROCESS_PRIVATE);
    pthread_create(&t, 0, add, 0);
    add(0);
    pthread_join(t, 0);
    assert(n == 2);
    return 0;
}

/* expect: assert */
/* the destructor of a key runs when its thread ends */
#include <assert.h>
#include <pthread.h>

static pthread_key_t key;
static int released;

static void release(void *p) { released += *(int *)p; }
static void *run(void *arg) { pthread_setspecific(key, arg); return 0; }

int main(void)
{
    pthread_t t;
    int weight = 3;
    pthread_key_create(&key, release);
    pthread_create(&t, 0, run, &weight);
    pthread_join(t, 0);
    assert(released == 0);
    return 0;
}

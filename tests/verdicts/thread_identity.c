/* expect: safe */
/* pthread_self in a thread is what its creator got */
#include <assert.h>
#include <pthread.h>

static pthread_t seen;
static void *run(void *u) { seen = pthread_self(); return 0; }

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, run, 0);
    pthread_join(t, 0);
    assert(pthread_equal(seen, t));
    assert(!pthread_equal(seen, pthread_self()));
    return 0;
}

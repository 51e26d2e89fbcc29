/* expect: assert */
/* a main without a result, and a thread that nobody waits for */
#include <assert.h>
#include <pthread.h>
static int done;
static void *work(void *unused) { done = 1; return unused; }
void main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    assert(done == 1);
}

/* expect: safe */
/* a main without a result, as many write it */
#include <assert.h>
#include <pthread.h>
static int done;
static void *work(void *unused) { done = 1; return unused; }
void main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    pthread_join(t, 0);
    assert(done == 1);
}

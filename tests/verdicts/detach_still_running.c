/* expect: assert */
/* nobody waits for a detached thread */
#include <assert.h>
#include <pthread.h>

static int saved;
static void *save(void *u) { saved = 1; return 0; }

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, save, 0);
    pthread_detach(t);
    assert(saved == 1);
    return 0;
}

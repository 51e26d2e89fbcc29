/* expect: assert */
/* a constructor changes what a thread then finds */
#include <assert.h>
#include <pthread.h>

static int workers = 1;
__attribute__((constructor)) static void configure(void) { workers = 2; }
static void *run(void *u) { assert(workers == 1); return 0; }

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, run, 0);
    pthread_join(t, 0);
    return 0;
}

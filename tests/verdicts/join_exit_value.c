/* expect: safe */
/* pthread_exit from a called function gives the result */
#include <assert.h>
#include <pthread.h>

static int ok, failed;

static void check(int n) { if (n > 2) pthread_exit(&failed); }
static void *run(void *arg) { check(*(int *)arg); return &ok; }

int main(void)
{
    int small = 1, large = 3;
    pthread_t a, b;
    void *ra, *rb;
    pthread_create(&a, 0, run, &small);
    pthread_create(&b, 0, run, &large);
    pthread_join(a, &ra);
    pthread_join(b, &rb);
    assert(ra == &ok && rb == &failed);
    return 0;
}

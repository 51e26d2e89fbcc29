/* expect: assert */
/* the ticket is read in a step after the atomic increment */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint next;
static unsigned mine[2];

static void *take(void *arg) { next++; *(unsigned *)arg = next; return 0; }

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, take, &mine[0]);
    pthread_create(&b, 0, take, &mine[1]);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(mine[0] != mine[1]);
    return 0;
}

/* expect: assert */
/* two results are delivered into the same variable */
#include <assert.h>
#include <pthread.h>

static int one = 1, two = 2;
static void *same(void *arg) { return arg; }

int main(void)
{
    pthread_t a, b;
    void *r;
    pthread_create(&a, 0, same, &one);
    pthread_create(&b, 0, same, &two);
    pthread_join(a, &r);
    pthread_join(b, &r);
    assert(r == &one);
    return 0;
}

/* expect: assert */
/* between two writes through a shared pointer it is turned to another object */
#include <assert.h>
#include <pthread.h>

struct pair { int a, b; };
static struct pair x, y, *cur = &x;
static void *turn(void *u) { cur = &y; return 0; }

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, turn, 0);
    cur->a = 1;
    cur->b = 1;
    pthread_join(t, 0);
    assert(x.a == x.b && y.a == y.b);
    return 0;
}

/* expect: assert */
/* two counters in one unit, one per thread: a step of one undoes a step of the other */
#include <assert.h>
#include <pthread.h>

static struct { unsigned short rx : 5, tx : 7; } n;

static void *receive(void *u) { n.rx++; return 0; }

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, receive, 0);
    n.tx++;
    pthread_join(t, 0);
    assert(n.rx == 1 && n.tx == 1);
    return 0;
}

/* expect: assert */
/* the counter is reached through a pointer in a struct, and still no single step */
#include <assert.h>
#include <pthread.h>

struct stats { int *drops; };
static int total;
static struct stats s[2] = { { &total }, { &total } };

static void *drop(void *arg) { ++*((struct stats *)arg)->drops; return 0; }

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, drop, &s[0]);
    drop(&s[1]);
    pthread_join(t, 0);
    assert(total == 2);
    return 0;
}

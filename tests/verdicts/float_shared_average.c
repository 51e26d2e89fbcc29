/* expect: assert */
/* a floating average is read and written in two steps */
#include <assert.h>
#include <pthread.h>

static double load_;
static void *add(void *u) { load_ = load_ + 0.5; return 0; }

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, add, 0);
    add(0);
    pthread_join(t, 0);
    assert(load_ == 1.0);
    return 0;
}

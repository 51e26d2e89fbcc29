/* expect: safe */
/* a field of width zero puts the neighbours into different locations */
#include <assert.h>
#include <pthread.h>

static volatile struct { unsigned ready : 1; unsigned : 0; unsigned done : 1; } s;

static void *finish(void *u) { s.done = 1; return 0; }

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, finish, 0);
    s.ready = 1;
    pthread_join(t, 0);
    assert(s.ready && s.done);
    return 0;
}

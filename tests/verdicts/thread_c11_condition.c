/* expect: safe */
/* C11 threads, mutex and condition: a hand-over */
#include <assert.h>
#include <threads.h>

static mtx_t m;
static cnd_t c;
static int full, box;

static int sender(void *arg)
{
    mtx_lock(&m);
    box = *(int *)arg;
    full = 1;
    cnd_signal(&c);
    mtx_unlock(&m);
    return 0;
}

int main(void)
{
    thrd_t t;
    int v = 12;
    mtx_init(&m, mtx_plain);
    cnd_init(&c);
    thrd_create(&t, sender, &v);
    mtx_lock(&m);
    while (!full)
        cnd_wait(&c, &m);
    assert(box == 12);
    mtx_unlock(&m);
    thrd_join(t, 0);
    return 0;
}

/* expect: safe */
/* a recursive mutex of C11 */
#include <assert.h>
#include <threads.h>

static mtx_t m;
static int n;

static int add(void *u)
{
    mtx_lock(&m);
    mtx_lock(&m);
    n++;
    mtx_unlock(&m);
    n++;
    mtx_unlock(&m);
    return 0;
}

int main(void)
{
    thrd_t t;
    mtx_init(&m, mtx_plain | mtx_recursive);
    thrd_create(&t, add, 0);
    add(0);
    thrd_join(t, 0);
    assert(n == 4);
    return 0;
}

/* expect: safe */
/* one builtin on objects of several types in one block: each call has the type of its own object */
#include <assert.h>

static int i = -1;
static unsigned u = 0xffffffffu;
static signed char c = -1;
static unsigned char b = 255;
static unsigned long l = 1UL << 40;
static int x[2];
static int *p = x;

int main(void)
{
    long a = __atomic_load_n(&i, __ATOMIC_SEQ_CST);
    long d = __atomic_load_n(&u, __ATOMIC_SEQ_CST);
    long e = __atomic_load_n(&c, __ATOMIC_SEQ_CST);
    long f = __atomic_load_n(&b, __ATOMIC_SEQ_CST);
    assert(a == -1 && d == 0xffffffffL && e == -1 && f == 255);
    assert(__atomic_load_n(&l, __ATOMIC_SEQ_CST) == 1UL << 40);
    assert(__atomic_load_n(&p, __ATOMIC_SEQ_CST) + 1 == &x[1]);
    assert(__sync_fetch_and_add(&b, 1) == 255 && __sync_fetch_and_add(&l, 1) == 1UL << 40);
    assert(__sync_val_compare_and_swap(&i, -1, 2) == -1 && __sync_val_compare_and_swap(&p, x, x + 1) == x);
    assert(b == 0 && i == 2 && p == &x[1]);
    return 0;
}

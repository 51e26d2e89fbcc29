/* expect: safe */
/* A pointer that goes on in its array by atomic increments, and is compared with its end. */
#include <assert.h>
#include <stdatomic.h>
static int a[2] = { 1, 2 };
static int *_Atomic p = a;

int main(void)
{
    int sum = *p++;
    sum += *p++;
    assert(sum == 3 && p == a + 2);
    int *expected = a + 2;
    assert(atomic_compare_exchange_strong(&p, &expected, a));
    return 0;
}

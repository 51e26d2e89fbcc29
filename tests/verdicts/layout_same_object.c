/* expect: safe */
/* order, difference and end of one array are known */
#include <assert.h>
#include <stddef.h>

static int a[8];

int main(void)
{
    int *end = a + 8, count = 0;
    for (int *p = a; p < end; p++)
        count++;
    for (int *p = end; p-- > a;)
        count++;
    ptrdiff_t length = end - a;
    assert(count == 16 && length == 8 && a != end && (char *)end - (char *)a == 32);
    return 0;
}

/* expect: safe */
/* the end is compared before the element is read */
#include <assert.h>
static int v[3] = { 1, 2, 3 };

static int find(int what)
{
    const int *p = v;
    while (p < v + 3 && *p != what)
        p++;
    return (int)(p - v);
}

int main(void)
{
    assert(find(7) == 3 && find(2) == 1);
    return 0;
}

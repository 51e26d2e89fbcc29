/* expect: safe */
/* an array of variable length with its own size */
#include <assert.h>
static int sum(int n)
{
    int v[n], s = 0;
    for (int i = 0; i < n; i++)
        v[i] = i;
    assert(sizeof v == n * sizeof(int));
    for (int i = 0; i < n; i++)
        s += v[i];
    return s;
}

int main(void)
{
    assert(sum(2) == 1);
    assert(sum(3) == 3);
    return 0;
}

/* expect: safe */
/* *p++ reads and then steps */
#include <assert.h>

int main(void)
{
    int v[3] = { 1, 2, 3 }, *p = v, sum = 0;
    while (p < v + 3)
        sum = sum * 10 + *p++;
    assert(sum == 123);
    *--p = 9;
    assert(v[2] == 9);
    return 0;
}

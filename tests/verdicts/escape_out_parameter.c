/* expect: safe */
/* an out parameter gives the address of the second of two locals */
#include <assert.h>

static int pick(int *a, int *b, int second, int **out)
{
    *out = second ? b : a;
    return 0;
}

int main(void)
{
    int a = 1, b = 2, *chosen = 0;
    pick(&a, &b, 1, &chosen);
    *chosen = 7;
    assert(a == 1);
    assert(b == 7);
    return 0;
}

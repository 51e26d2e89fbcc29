/* expect: safe */
/* designated initialisers with gaps and a range: the rest is zero */
#include <assert.h>

static int prio[8] = { [1] = 5, [4 ... 6] = 2, [6] = 9 };

int main(void)
{
    int sum = 0;
    for (int i = 0; i < 8; i++)
        sum += prio[i];
    assert(prio[0] == 0 && prio[7] == 0 && prio[6] == 9);
    assert(sum == 5 + 2 + 2 + 9);
    return 0;
}

/* expect: assert */
/* a case without break falls into the next one */
#include <assert.h>

static int cost(int kind)
{
    int c = 0;
    switch (kind) {
    case 0: c += 1;
    case 1: c += 10; break;
    case 2 ... 4: c += 100;
    }
    return c;
}

int main(void)
{
    assert(cost(3) == 100 && cost(1) == 10);
    assert(cost(0) == 1);
    return 0;
}

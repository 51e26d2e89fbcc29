/* expect: safe */
/* every path through the switch sets the result */
#include <assert.h>

enum cmd { START, STOP, RESET };

static int apply(enum cmd c)
{
    int r;
    switch (c) {
    case START: r = 1; break;
    case STOP: r = 2; break;
    default: r = 0; break;
    }
    return r;
}

int main(void)
{
    assert(apply(START) == 1 && apply(STOP) == 2 && apply(RESET) == 0);
    return 0;
}

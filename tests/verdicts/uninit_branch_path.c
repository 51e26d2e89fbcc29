/* expect: not safe */
/* one path through the switch leaves the result unset */
#include <assert.h>

enum cmd { START, STOP, RESET };

static int apply(enum cmd c)
{
    int r;
    switch (c) {
    case START: r = 1; break;
    case STOP: r = 2; break;
    case RESET: break;
    }
    return r;
}

int main(void)
{
    int ok = apply(START) == 1;
    if (apply(RESET) == 2)
        ok = 0;
    assert(ok);
    return 0;
}

/* expect: assert */
/* a computed goto selects the label by a counter that starts at the second one */
#include <assert.h>

static int trace;

int main(void)
{
    void *step[] = { &&one, &&two, &&end };
    int i = 1;
    goto *step[i];
one:
    trace = trace * 10 + 1;
    goto *step[++i];
two:
    trace = trace * 10 + 2;
    goto *step[++i];
end:
    assert(trace == 12);
    return 0;
}

/* expect: not safe */
/* the smallest number divided by minus one does not fit */
#include <limits.h>

static int scale = -1;

static int apply(int v) { return v / scale; }

int main(void)
{
    return apply(INT_MIN) == 0;
}

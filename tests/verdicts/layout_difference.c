/* expect: not safe */
/* the distance of two objects is not known */
#include <assert.h>
#include <stdint.h>

static long a, b;

int main(void)
{
    intptr_t distance = (intptr_t)&b - (intptr_t)&a;
    assert(distance > 0);
    return 0;
}

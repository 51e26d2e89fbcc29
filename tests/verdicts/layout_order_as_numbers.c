/* expect: not safe */
/* the order of two locals, compared as numbers */
#include <assert.h>
#include <stdint.h>

int main(void)
{
    int first = 1, second = 2;
    uintptr_t x = (uintptr_t)&first, y = (uintptr_t)&second;
    assert((x > y) + first + second > 3 || x < y);
    assert(x < y);
    return 0;
}

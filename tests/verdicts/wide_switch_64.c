/* expect: assert */
/* a switch on 64 bits tells apart what agrees in the lower half */
#include <assert.h>
#include <stdint.h>

static int kind(uint64_t id)
{
    switch (id) {
    case 1: return 1;
    case 0x100000001ull: return 2;
    default: return 0;
    }
}

int main(void)
{
    assert(kind(1) == 1);
    assert(kind(0x100000001ull) == 1);
    return 0;
}

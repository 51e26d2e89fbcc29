/* expect: assert */
/* a pointer is stored, changed as a number, and used as a pointer again */
#include <assert.h>
#include <stdint.h>

static int pair[2] = { 1, 2 };
static union { int *p; uintptr_t n; } u;

int main(void)
{
    u.p = pair;
    u.n += sizeof(int);
    *u.p = 9;
    assert(pair[1] == 2);
    return 0;
}

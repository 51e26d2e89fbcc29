/* expect: assert */
/* What is shifted out of a bit-field of 40 bits is gone, before the result becomes wider. */
#include <assert.h>
struct page { unsigned long frame : 40; } p;
int main(void)
{
    p.frame = 1UL << 39;
    unsigned long address = p.frame << 12;
    assert(address == 1UL << 51);
    return 0;
}

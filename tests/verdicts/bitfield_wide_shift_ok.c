/* expect: safe */
/* A cast before the shift keeps all bits. */
#include <assert.h>
struct page { unsigned long frame : 40; } p;
int main(void)
{
    p.frame = 1UL << 39;
    unsigned long address = (unsigned long)p.frame << 12;
    assert(address == 1UL << 51);
    assert(p.frame << 12 == 0);
    return 0;
}

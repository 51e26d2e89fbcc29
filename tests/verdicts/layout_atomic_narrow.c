/* expect: not safe */
/* One byte of an address, read by an atomic operation. */
#include <assert.h>
#include <stdint.h>
static int a;
static int *p = &a;

int main(void)
{
    uint8_t byte = __atomic_fetch_or((uint8_t *)&p + 1, 0, __ATOMIC_SEQ_CST);
    assert(byte != 0x42);
    return 0;
}

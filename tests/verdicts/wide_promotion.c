/* expect: safe */
/* small types are promoted to int before they are added, shifted and negated */
#include <assert.h>
#include <stdint.h>

int main(void)
{
    uint8_t a = 200, b = 100;
    uint8_t sum = a + b;
    assert(a + b == 300 && sum == 44);
    assert((uint8_t)~a == 55 && ~a == -201);
    assert((uint16_t)(a << 8) == 51200 && -a < 0);
    return 0;
}

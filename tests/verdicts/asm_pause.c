/* expect: safe */
/* an instruction that changes nothing */
#include <assert.h>

int main(void)
{
    int spins = 0;
    while (spins < 2) {
        __asm__ volatile("pause");
        spins++;
    }
    assert(spins == 2);
    return 0;
}

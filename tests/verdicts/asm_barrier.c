/* expect: safe */
/* an empty statement that only keeps the compiler from moving accesses */
#include <assert.h>

static int ready, data;

int main(void)
{
    data = 4;
    __asm__ volatile("" ::: "memory");
    ready = 1;
    assert(ready && data == 4);
    return 0;
}

/* expect: not safe, not real */
/* a function outside of the sources is given the address of a local */
#include <assert.h>

void read_register(int *out);

int main(void)
{
    int value = 0;
    read_register(&value);
    assert(value == 0);
    return 0;
}

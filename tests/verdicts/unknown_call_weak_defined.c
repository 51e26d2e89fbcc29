/* expect: safe */
/* A weak function that is defined is like others. */
#include <assert.h>
__attribute__((weak)) int hook(void);

int hook(void)
{
    return 3;
}

int main(void)
{
    assert(hook && hook() == 3);
    return 0;
}

/* expect: safe */
/* eight eighths are one, in single precision too */
#include <assert.h>

int main(void)
{
    float sum = 0;
    for (int i = 0; i < 8; i++)
        sum += 0.125f;
    assert(sum == 1.0f);
    assert((int)(sum * 100) == 100);
    return 0;
}

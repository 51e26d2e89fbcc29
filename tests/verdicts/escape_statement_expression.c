/* expect: assert */
/* a statement expression gives the address of a variable outside of it */
#include <assert.h>

#define PICK(a, b, c) ({ int *_r = (c) ? &(a) : &(b); _r; })

int main(void)
{
    int a = 1, b = 2;
    *PICK(a, b, a > b) = 9;
    assert(a == 1);
    assert(b == 2);
    return 0;
}

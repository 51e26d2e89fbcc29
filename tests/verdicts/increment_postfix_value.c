/* expect: safe */
/* the value of x++ and ++x, and of --*p and (*p)-- */
#include <assert.h>

int main(void)
{
    int x = 5, *p = &x;
    int a = x++;
    int b = ++x;
    assert(a == 5 && b == 7);
    a = --*p;
    b = (*p)--;
    assert(a == 6 && b == 6 && x == 5);
    return 0;
}

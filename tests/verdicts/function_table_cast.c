/* expect: safe */
/* a handler of another type is called through its own type again */
#include <assert.h>

typedef void (*generic)(void);
static int add(int a, int b) { return a + b; }
static generic table[1] = { (generic)add };

int main(void)
{
    int (*f)(int, int) = (int (*)(int, int))table[0];
    assert(f(2, 3) == 5);
    return 0;
}

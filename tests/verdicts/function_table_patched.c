/* expect: assert */
/* an entry of the table is replaced at run time */
#include <assert.h>

static int v;
static void normal(void) { v = 1; }
static void test_mode(void) { v = 2; }
static void (*action[2])(void) = { normal, normal };
static void patch(void (**slot)(void), void (*f)(void)) { *slot = f; }

int main(void)
{
    patch(&action[1], test_mode);
    for (int i = 0; i < 2; i++)
        action[i]();
    assert(v == 1);
    return 0;
}

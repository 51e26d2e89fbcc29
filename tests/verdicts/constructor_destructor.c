/* expect: assert */
/* a destructor runs after main and finds its mistake */
#include <assert.h>

static int sessions;
__attribute__((destructor)) static void leak_check(void) { assert(sessions == 0); }

int main(void)
{
    sessions = 2;
    sessions--;
    return 0;
}

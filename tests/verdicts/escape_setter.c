/* expect: assert */
/* a setter stores the address that it was given; another function writes there later */
#include <assert.h>

static int *target;
static void watch(int *where) { target = where; }
static void fire(void) { if (target) *target = 1; }

int main(void)
{
    int fired = 0;
    watch(&fired);
    fire();
    assert(fired == 0);
    return 0;
}

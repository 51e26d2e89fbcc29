/* expect: safe */
/* the setter is given another address before anything is written */
#include <assert.h>

static int *target;
static int spare;
static void watch(int *where) { target = where; }
static void fire(void) { if (target) *target = 1; }

int main(void)
{
    int fired = 0;
    watch(&fired);
    watch(&spare);
    fire();
    assert(fired == 0 && spare == 1);
    return 0;
}

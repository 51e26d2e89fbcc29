/* expect: assert */
/* a static struct holds the address of a function that writes */
#include <assert.h>

static int x;
static void set(void) { x = 1; }
static const struct { int id; void (*run)(void); } job = { 1, set };

int main(void)
{
    job.run();
    assert(x == 0);
    return 0;
}

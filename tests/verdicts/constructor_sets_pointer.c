/* expect: safe */
/* main works with the object that a constructor chose */
#include <assert.h>

static int primary, backup;
static int *active;

__attribute__((constructor)) static void choose(void) { active = primary ? &primary : &backup; }

int main(void)
{
    *active = 6;
    assert(primary == 0 && backup == 6);
    return 0;
}

/* expect: not safe, not real */
/* a function outside of the sources may call one that it knows by name */
#include <assert.h>

void led(int on);
static int ticks;
void tick(void) { ticks++; }

int main(void)
{
    led(1);
    assert(ticks == 0);
    return 0;
}

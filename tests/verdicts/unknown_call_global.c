/* expect: not safe, not real */
/* a function outside of the sources may change a variable with external linkage */
#include <assert.h>

void poll_once(void);
int mode = 1;

int main(void)
{
    poll_once();
    assert(mode == 1);
    return 0;
}

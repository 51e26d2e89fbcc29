/* expect: not safe */
/* the clock decides */
#include <assert.h>
#include <time.h>

int main(void)
{
    time_t now = 0;
    time(&now);
    assert(now == 0);
    return 0;
}

/* expect: assert */
/* the index and the value are changed in one statement each */
#include <assert.h>

static int log_[3], n;

int main(void)
{
    log_[n++] = 5;
    log_[n++] += 6;
    assert(n == 2 && log_[0] == 5);
    assert(log_[1] == 5);
    return 0;
}

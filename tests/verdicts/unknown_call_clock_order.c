/* expect: safe */
/* a monotonic clock does not go back; that is not modelled, so the answer is incomplete */
#include <assert.h>
#include <time.h>

int main(void)
{
    struct timespec a, b;
    clock_gettime(CLOCK_MONOTONIC, &a);
    clock_gettime(CLOCK_MONOTONIC, &b);
    assert(b.tv_sec >= a.tv_sec);
    return 0;
}

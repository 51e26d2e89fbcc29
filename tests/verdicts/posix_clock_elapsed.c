/* expect: safe */
/* time that passes is never negative on the monotonic clock */
#include <time.h>
#include <assert.h>
int main(void) {
    struct timespec a, b;
    clock_gettime(CLOCK_MONOTONIC, &a);
    for (volatile int i = 0; i < 3; i++) ;
    clock_gettime(CLOCK_MONOTONIC, &b);
    long d = (b.tv_sec - a.tv_sec) * 1000000000L + (b.tv_nsec - a.tv_nsec);
    assert(d >= 0);
    return 0;
}

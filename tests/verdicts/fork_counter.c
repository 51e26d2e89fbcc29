/* expect: not safe, not real */
/* parent and child have their own copies: the child sees another value than its parent */
#include <assert.h>
#include <unistd.h>

static int n;

int main(void)
{
    pid_t p = fork();
    n++;
    if (p == 0)
        n++;
    assert(n == 1);
    return 0;
}

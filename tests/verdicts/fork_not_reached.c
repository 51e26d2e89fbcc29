/* expect: safe */
/* the branch that would fork is not taken */
#include <assert.h>
#include <unistd.h>

static int daemonise;

int main(void)
{
    int n = 1;
    if (daemonise && fork() == 0)
        n = 2;
    assert(n == 1);
    return 0;
}

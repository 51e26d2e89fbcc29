/* expect: assert */
/* sscanf writes through the addresses that it is given */
#include <assert.h>
#include <stdio.h>

static int port = 80;

int main(void)
{
    int n = sscanf("8080", "%d", &port);
    assert(n == 1);
    assert(port == 80);
    return 0;
}

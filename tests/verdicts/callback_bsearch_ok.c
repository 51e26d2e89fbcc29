/* expect: safe */
/* bsearch finds what is there and nothing else */
#include <assert.h>
#include <stdlib.h>

static const int ports[] = { 22, 80, 443 };
static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

int main(void)
{
    int there = 80, not_there = 81;
    assert(bsearch(&there, ports, 3, sizeof *ports, compare) == &ports[1]);
    assert(bsearch(&not_there, ports, 3, sizeof *ports, compare) == 0);
    return 0;
}

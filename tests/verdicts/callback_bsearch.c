/* expect: null */
/* bsearch does not find the key, and its result is followed */
#include <stdlib.h>

static const int ports[] = { 22, 80, 443 };
static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

int main(void)
{
    int key = 81;
    const int *p = bsearch(&key, ports, 3, sizeof *ports, compare);
    return *p == 80;
}

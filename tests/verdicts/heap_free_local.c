/* expect: memory */
/* the address of a static object is freed */
#include <stdlib.h>

static int fallback[2];
static int *get(int n) { return n > 2 ? malloc(n * sizeof(int)) : fallback; }

int main(void)
{
    int *p = get(2);
    p[0] = 1;
    free(p);
    return 0;
}

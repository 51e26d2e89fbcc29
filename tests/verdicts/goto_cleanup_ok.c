/* expect: safe */
/* clean-up by labels in reverse order of the allocations */
#include <assert.h>
#include <stdlib.h>

static int steps;

static int setup(int fail)
{
    int r = -1;
    char *a = malloc(1);
    if (!a)
        return -1;
    char *b = malloc(1);
    if (!b)
        goto free_a;
    if (fail)
        goto free_b;
    r = 0;
free_b:
    free(b);
    steps++;
free_a:
    free(a);
    steps++;
    return r;
}

int main(void)
{
    if (setup(1) == -1 && setup(0) == 0)
        assert(steps == 4);
    return 0;
}

/* expect: not safe */
/* a field of an object from malloc is read before anything was written to it */
#include <stdlib.h>

struct timer { int armed; int ticks; };

int main(void)
{
    struct timer *t = malloc(sizeof *t);
    int *null = 0;
    if (!t) return 0;
    t->ticks = 3;
    if (t->armed == 12345)
        *null = 1;
    free(t);
    return 0;
}

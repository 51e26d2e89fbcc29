/* expect: safe */
/* calloc gives zeros */
#include <assert.h>
#include <stdlib.h>

struct timer { int armed; int ticks; struct timer *next; };

int main(void)
{
    struct timer *t = calloc(2, sizeof *t);
    if (!t) return 0;
    assert(!t[0].armed && !t[1].ticks && t[1].next == 0);
    free(t);
    return 0;
}

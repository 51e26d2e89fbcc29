/* expect: bounds */
/* the length of a flexible array says more than was allocated */
#include <stdlib.h>

struct frame { unsigned len; int data[]; };

int main(void)
{
    struct frame *f = malloc(sizeof *f + 2 * sizeof(int));
    if (!f) return 0;
    f->len = 3;
    for (unsigned i = 0; i < f->len; i++)
        f->data[i] = 0;
    free(f);
    return 0;
}

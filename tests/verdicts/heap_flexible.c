/* expect: safe */
/* a header with a flexible array member, filled and summed */
#include <assert.h>
#include <stdlib.h>

struct frame { unsigned short len; unsigned char data[]; };

int main(void)
{
    struct frame *f = malloc(sizeof *f + 3);
    if (!f) return 0;
    f->len = 3;
    for (int i = 0; i < f->len; i++)
        f->data[i] = 100 + i;
    unsigned sum = 0;
    for (int i = 0; i < f->len; i++)
        sum += f->data[i];
    assert(sum == 303);
    free(f);
    return 0;
}

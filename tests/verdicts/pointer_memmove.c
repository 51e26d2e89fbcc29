/* expect: safe */
/* an overlapping move keeps the elements */
#include <assert.h>
#include <string.h>

static int queue[4] = { 1, 2, 3, 4 };

int main(void)
{
    memmove(queue, queue + 1, 3 * sizeof *queue);
    assert(queue[0] == 2 && queue[2] == 4 && queue[3] == 4);
    memmove(&queue[1], queue, 3 * sizeof *queue);
    assert(queue[0] == 2 && queue[1] == 2 && queue[3] == 4);
    return 0;
}

/* expect: safe */
/* file-scope compound literals are objects of their own */
#include <assert.h>

struct cfg { int retries; int *log; };
static int *slots = (int[]){ 1, 2, 3 };
static struct cfg *cfg = &(struct cfg){ .retries = 3, .log = (int[2]){ 0 } };

int main(void)
{
    slots[1] = 20;
    cfg->log[1] = slots[1] + cfg->retries;
    assert(cfg->log[1] == 23 && cfg->log[0] == 0);
    assert(slots[0] == 1 && slots[2] == 3);
    return 0;
}

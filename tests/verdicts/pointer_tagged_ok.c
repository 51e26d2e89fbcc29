/* expect: safe */
/* tag and pointer come out of a tagged word as they were put in */
#include <assert.h>
#include <stdint.h>

static long left = 1, right = 2;

int main(void)
{
    uintptr_t words[2] = { (uintptr_t)&left | 1, (uintptr_t)&right };
    int tags = 0;
    for (int i = 0; i < 2; i++) {
        tags += words[i] & 1;
        *(long *)(words[i] & ~(uintptr_t)1) += 10;
    }
    assert(tags == 1);
    assert(left == 11 && right == 12);
    return 0;
}

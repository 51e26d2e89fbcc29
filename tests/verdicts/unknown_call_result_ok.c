/* expect: safe */
/* the result of a function outside of the sources is brought into range */
#include <assert.h>
int next_channel(void);

int main(void)
{
    int level[3] = { 0, 0, 0 };
    unsigned c = (unsigned)next_channel() % 3;
    level[c] = 1;
    assert(level[0] + level[1] + level[2] == 1);
    return 0;
}

/* expect: safe */
/* a random number is brought into range */
#include <assert.h>
#include <stdlib.h>

static int hits[3];

int main(void)
{
    int r = rand() % 3;
    hits[r]++;
    assert(hits[0] + hits[1] + hits[2] == 1);
    return 0;
}

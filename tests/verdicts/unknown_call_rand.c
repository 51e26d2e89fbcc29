/* expect: not safe */
/* a random number is an index without a limit */
#include <stdlib.h>

static int hits[3];

int main(void)
{
    hits[rand() % 4]++;
    return 0;
}

/* expect: safe */
/* the number of arguments is an index only where it is in range */
#include <assert.h>
static int seen[4];

int main(int argc, char **argv)
{
    if (argc >= 0 && argc < 4)
        seen[argc] = 1;
    int sum = 0;
    for (int i = 0; i < 4; i++)
        sum += seen[i];
    assert(sum <= 1);
    return 0;
}

/* expect: not safe */
/* what another program prints decides */
#include <stdio.h>

static int level[4];

int main(void)
{
    int n = 0;
    FILE *f = popen("echo 9", "r");
    if (!f)
        return 0;
    if (fscanf(f, "%d", &n) == 1)
        level[n] = 1;
    pclose(f);
    return 0;
}

/* expect: not safe */
/* the divisor comes from the command line */
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rate = 10;
    if (argc > 1)
        rate = 1000 / atoi(argv[1]);
    return rate > 0;
}

/* expect: not safe */
/* the length of an argument decides where its copy ends */
#include <string.h>

static char name[8];

int main(int argc, char **argv)
{
    if (argc != 2)
        return 1;
    size_t n = strlen(argv[1]);
    for (size_t i = 0; i < n; i++)
        name[i] = argv[1][i];
    return 0;
}

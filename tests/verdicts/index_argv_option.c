/* expect: not safe */
/* parses options from argv without looking at argc */
#include <string.h>
#include <stdlib.h>
int main(int argc, char **argv) {
    int n = 0;
    for (int i = 1; i < argc; i++) if (!strcmp(argv[i], "-n")) n = atoi(argv[i + 1]);
    return n;
}

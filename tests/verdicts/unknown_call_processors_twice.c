/* expect: safe */
/* as many slots as processors, asked for twice */
#include <stdlib.h>
#include <unistd.h>
int main(void) {
    long n = sysconf(_SC_NPROCESSORS_ONLN);
    int *p = calloc(n, sizeof *p);
    for (long i = 0; i < sysconf(_SC_NPROCESSORS_ONLN); i++) p[i] = 1;
    free(p);
    return 0;
}

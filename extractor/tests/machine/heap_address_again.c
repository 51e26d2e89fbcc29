// A freed address may be given out again, while somebody still has it: or not.
// ends: 0 1
#include <stdlib.h>

int main(void) {
    int *p = malloc(sizeof *p);
    unsigned long was = (unsigned long)p;
    free(p);
    int *q = malloc(sizeof *q);
    return (unsigned long)q == was;
}

/* expect: safe */
/* an address that is shown decides nothing */
#include <stdio.h>

int object;

int main(void) {
    printf("%p\n", (void *)&object);
    fprintf(stderr, "%lx\n", (unsigned long)&object);
    return 0;
}

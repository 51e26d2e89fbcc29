/* expect: memory */
/* A block of an unknown length, and an index that is that length. */
#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
    unsigned char n = __VERIFIER_nondet_uchar();
    char *p = malloc(n + 1u);
    for (int i = 0; i <= n; i++)
        p[i] = 0;
    p[n + (n == 200)] = 1;
    free(p);
    return 0;
}

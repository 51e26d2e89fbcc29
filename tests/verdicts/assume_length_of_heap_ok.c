/* expect: safe */
/* As assume_length_of_heap. */
#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
    unsigned char n = __VERIFIER_nondet_uchar();
    char *p = malloc(n + 1u);
    for (int i = 0; i <= n; i++)
        p[i] = 0;
    p[n] = 1;
    free(p);
    return 0;
}

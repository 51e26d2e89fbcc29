/* expect: not safe */
/* longjmp into a function that has returned */
#include <setjmp.h>
#include <stdlib.h>
static jmp_buf b;
static int n;
static int arm(void) {
    return setjmp(b);
}

int main(void) {
    if (arm() == 0 && n++ == 0) longjmp(b, 1);
    return 0;
}

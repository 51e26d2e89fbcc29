/* expect: assert */
/* longjmp comes back to setjmp with a value */
#include <assert.h>
#include <setjmp.h>

static jmp_buf error;
static void parse(int c) { if (c < 0) longjmp(error, 2); }

int main(void)
{
    volatile int recovered = 0;
    int r = setjmp(error);
    if (r == 0)
        parse(-1);
    else
        recovered = r;
    assert(recovered == 0);
    return 0;
}

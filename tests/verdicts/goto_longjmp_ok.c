/* expect: safe */
/* what is volatile keeps its value over longjmp, and the second try succeeds */
#include <assert.h>
#include <setjmp.h>

static jmp_buf again;
static void attempt(int n) { if (n < 2) longjmp(again, n + 1); }

int main(void)
{
    volatile int tries = 0;
    int r = setjmp(again);
    tries++;
    attempt(r);
    assert(tries == 3 && r == 2);
    return 0;
}

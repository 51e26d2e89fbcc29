// A local that a call would set, had it not jumped, has its old value.
// ends: 7
#include <setjmp.h>
#include <assert.h>
static jmp_buf out;
static int leave(void) { longjmp(out, 1); return 2; }
int main(void) {
    int kept = 7;
    if (setjmp(out) == 0) {
        kept = leave();
        return 0;
    }
    assert(kept == 7);
    return kept;
}

// A local that is read after `longjmp` is live at the calls before.
// ends: 7
#include <setjmp.h>

static jmp_buf out;

static void leave(void) { longjmp(out, 1); }

int main(void) {
    int kept = 7;
    if (setjmp(out) == 0) {
        leave();
        return 0;
    }
    return kept;
}

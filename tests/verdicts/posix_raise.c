/* expect: assert */
/* raise calls the handler before it returns */
#include <signal.h>
#include <assert.h>
static volatile sig_atomic_t got;
static void h(int s) {
    got = s;
}

int main(void) {
    signal(SIGUSR1, h);
    raise(SIGUSR1);
    assert(got == 0);
    return 0;
}

/* expect: not safe */
/* a signal handler that raise calls changes what is asserted */
#include <assert.h>
#include <signal.h>

static volatile sig_atomic_t stopped;
static void stop(int s) { stopped = 1; }

int main(void)
{
    signal(SIGUSR1, stop);
    raise(SIGUSR1);
    assert(!stopped);
    return 0;
}

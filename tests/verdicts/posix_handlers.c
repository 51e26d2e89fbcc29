/* expect: safe */
/* handlers are installed and never raised */
#include <signal.h>
#include <assert.h>
#include <pthread.h>
static volatile sig_atomic_t stop;
static void h(int s) {
    stop = s;
}

static int n;
static void *t(void *a) {
    while (!stop && n < 2) n++;
    return 0;
}

int main(void) {
    assert(signal(SIGINT, h) == SIG_DFL);
    signal(SIGPIPE, SIG_IGN);
    assert(signal(SIGINT, SIG_DFL) == h);
    pthread_t a;
    pthread_create(&a, 0, t, 0);
    pthread_join(a, 0);
    assert(n == 2);
    return 0;
}

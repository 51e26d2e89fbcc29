/* expect: safe */
/* policies, processors and masks of signals change nothing about what a thread computes */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
static int n;
static void *work(void *unused) {
    sigset_t now;
    pthread_sigmask(SIG_BLOCK, 0, &now);
    n = sigismember(&now, SIGINT);
    return unused;
}
int main(void) {
    pthread_t t;
    pthread_attr_t a;
    struct sched_param p = {.sched_priority = sched_get_priority_max(SCHED_FIFO)};
    pthread_attr_init(&a);
    pthread_attr_setschedpolicy(&a, SCHED_FIFO);
    pthread_attr_setschedparam(&a, &p);
    pthread_create(&t, &a, work, 0);
    pthread_setschedprio(t, sched_get_priority_min(SCHED_FIFO));
    sigset_t mine;
    sigemptyset(&mine);
    sigaddset(&mine, SIGINT);
    pthread_sigmask(SIG_BLOCK, &mine, 0);
    pthread_join(t, 0);
    assert(n == 0);
    return 0;
}

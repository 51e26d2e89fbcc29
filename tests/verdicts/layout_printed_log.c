/* expect: safe */
/* an address is printed into a log that nobody reads */
#include <stdio.h>
#include <pthread.h>
static char log_[64];
static int x;
static void *t(void *p) {
    snprintf(log_, sizeof log_, "worker %p", p);
    x = 1;
    return 0;
}

int main(void) {
    pthread_t a;
    pthread_create(&a, 0, t, &x);
    pthread_join(a, 0);
    return x - 1;
}

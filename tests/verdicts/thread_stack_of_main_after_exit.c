/* expect: memory */
/* main ends by pthread_exit; another thread still uses a local of a function that main has left. */
#include <pthread.h>
static int *shared;
static void *uses(void *u) { *shared = 1; return u; }
static void start(void) {
    static pthread_t t;
    int local = 0;
    shared = &local;
    pthread_create(&t, 0, uses, 0);
}
int main(void) {
    start();
    pthread_exit(0);
}

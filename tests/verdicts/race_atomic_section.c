/* expect: race */
/* One thread increments inside of an atomic section, the other writes without one. */
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

int count;

static void *increments(void *unused) {
    (void)unused;
    __VERIFIER_atomic_begin();
    count++;
    __VERIFIER_atomic_end();
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, increments, 0);
    count = 3;
    pthread_join(thread, 0);
    return 0;
}

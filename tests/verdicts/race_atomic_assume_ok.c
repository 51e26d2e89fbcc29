/* expect: safe */
/* A lock that is taken by an assumption in an atomic section, and dropped in one. */
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void __VERIFIER_assume(int condition);

int locked, count;

static void take(void) {
    __VERIFIER_atomic_begin();
    __VERIFIER_assume(locked == 0);
    locked = 1;
    __VERIFIER_atomic_end();
}

void __VERIFIER_atomic_drop(void) { locked = 0; }

static void *works(void *unused) {
    take();
    count++;
    __VERIFIER_atomic_drop();
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, works, 0);
    works(0);
    pthread_join(thread, 0);
    return 0;
}

/* expect: safe */
/* All accesses are inside of atomic sections, or ordered by what is read there. */
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

int ready, data, copy;

static void *produces(void *unused) {
    (void)unused;
    data = 1;
    __VERIFIER_atomic_begin();
    ready = 1;
    __VERIFIER_atomic_end();
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, produces, 0);
    __VERIFIER_atomic_begin();
    copy = ready;
    __VERIFIER_atomic_end();
    if (copy)
        data = 3;
    pthread_join(thread, 0);
    return 0;
}

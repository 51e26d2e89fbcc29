/* expect: race */
/* Two threads of one function: each increments in an atomic section and then reads without one. */
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

int count;

static void *works(void *unused) {
    __VERIFIER_atomic_begin();
    count++;
    __VERIFIER_atomic_end();
    return count > 2 ? unused : 0;
}

int main(void) {
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], 0, works, 0);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], 0);
    return 0;
}

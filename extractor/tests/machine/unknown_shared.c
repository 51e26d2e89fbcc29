// An input in shared memory: two reads of it agree while nobody writes.
// ends: 1 2
#include <pthread.h>

int __VERIFIER_nondet_int(void);
int x;

static void *work(void *arg) {
    x = 0;
    return 0;
}

int main(void) {
    pthread_t t;
    x = __VERIFIER_nondet_int();
    pthread_create(&t, 0, work, 0);
    int a = x, b = x;
    pthread_join(t, 0);
    return a == b || b == 0 ? (a == b ? 1 : 2) : 3;
}

// Store buffering with the instruction itself.
// ends: 1 2 3
// tso ends: 1 2 3
#include <pthread.h>
#include <stdatomic.h>

int x, y, r, s;

static void *first(void *arg) {
    x = 1;
    __asm__ __volatile__("mfence" ::: "memory");
    r = y;
    return arg;
}

static void *second(void *arg) {
    y = 1;
    __asm__ __volatile__("mfence" ::: "memory");
    s = x;
    return arg;
}

int main(void) {
    pthread_t t, u;
    pthread_create(&t, 0, first, 0);
    pthread_create(&u, 0, second, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    return 2 * r + s;
}

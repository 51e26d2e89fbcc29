// Parts of what a thread stored, and what it stored over.
// ends: 1
// tso ends: 1
#include <pthread.h>
#include <stdatomic.h>

unsigned char x[4];
int r;

static void *first(void *arg) {
    x[0] = 1;
    x[1] = 2;
    x[1] = 3;
    int whole;
    __builtin_memcpy(&whole, x, 4);
    r = whole == 0x301 && x[1] == 3;
    return arg;
}

static void *second(void *arg) {
    int seen = x[0] + x[1];
    (void)seen;
    return arg;
}

int main(void) {
    pthread_t t, u;
    pthread_create(&t, 0, first, 0);
    pthread_create(&u, 0, second, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    return r;
}

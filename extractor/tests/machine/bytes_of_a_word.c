// Two threads write bytes of one word: neither write is lost, and each is seen alone.
// ends: 0 1 2 3
// races: 2
#include <pthread.h>

unsigned char b[4];

static void *work(void *arg) {
    b[1] = 1;
    return 0;
}

static void *more(void *arg) {
    b[2] = 1;
    return 0;
}

int main(void) {
    pthread_t t, u;
    pthread_create(&t, 0, work, 0);
    pthread_create(&u, 0, more, 0);
    int seen = *(int *)b;
    pthread_join(t, 0);
    pthread_join(u, 0);
    return (seen >> 8 & 1) + (seen >> 16 & 1) * 2;
}

// Each thread has its own element of an array: no scheduling point at all.
// ends: 6
// races: 0
// states: 40
#include <pthread.h>

int slot[3];

static void *work(void *arg) {
    long me = (long)arg;
    for (int i = 0; i < 3; i++)
        slot[me] = slot[me] + 1;
    return 0;
}

int main(void) {
    pthread_t t[2];
    for (long i = 0; i < 2; i++)
        pthread_create(&t[i], 0, work, (void *)i);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    return slot[0] + slot[1] + slot[2];
}

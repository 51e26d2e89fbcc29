// reads: x = 0
// reads: x = 1
#include <assert.h>
#include <pthread.h>
volatile int x;
static void *set(void *p) {
    x = 1;
    return p;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, set, 0);
    assert(x == x);
    return 0;
}

/* expect: assert */
/* Eight bits of a count of nine. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static _Atomic unsigned char count = 250;
static void *adds(void *u) {
    for (int i = 0; i < 3; i++)
        count++;
    return u;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, adds, 0);
    adds(0);
    pthread_join(t, 0);
    assert(count == 256);
    return 0;
}

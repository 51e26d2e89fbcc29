/* expect: assert */
/* One thread writes a word, the other one of its halves. */
#include <assert.h>
#include <pthread.h>
static union { volatile unsigned word; volatile unsigned short half[2]; } u;
static void *writes_half(void *x) { u.half[1] = 1; return x; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, writes_half, 0);
    u.word |= 2;
    pthread_join(t, 0);
    assert(u.word == 0x10002);
    return 0;
}

/* expect: assert */
/* A queue for one reader and one writer on an array of nodes, whose count is not atomic. */
#include <assert.h>
#include <pthread.h>
static volatile int count, in, out, slots[2];
static void *reader(void *u) {
    for (int i = 1; i <= 2; i++) {
        while (!count)
            ;
        int v = slots[out];
        out = (out + 1) % 2;
        count--;
        assert(v == i);
    }
    return u;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, reader, 0);
    for (int i = 1; i <= 3; i++) {
        while (count == 2)
            ;
        slots[in] = i;
        in = (in + 1) % 2;
        count++;
    }
    assert(count <= 2 && count >= 0);
    pthread_join(t, 0);
    assert(count == 1);
    return 0;
}

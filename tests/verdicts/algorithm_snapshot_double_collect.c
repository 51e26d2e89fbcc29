/* expect: safe */
/* Two components are read until they are twice the same; each write has a number of its own. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct cell { unsigned short value, version; };
static _Atomic struct cell left, right;

static struct cell newer(struct cell c) { return (struct cell){c.value + 1, c.version + 1}; }

static void *writes(void *unused) {
    for (int i = 0; i < 2; i++) {
        left = newer(left);
        right = newer(right);
    }
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, writes, 0);
    struct cell a, b, c, d;
    do {
        a = left, b = right;
        c = left, d = right;
    } while (a.version != c.version || b.version != d.version);
    assert(a.value == b.value || a.value == b.value + 1);
    pthread_join(t, 0);
    return 0;
}

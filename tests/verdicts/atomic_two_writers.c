/* expect: assert */
/* litmus 2+2W: last values both from the first writes */
#include <stdatomic.h>
#include <pthread.h>
#include <assert.h>
atomic_int x, y;
void *a(void *p) {
    x = 1;
    y = 2;
    return 0;
}

void *b(void *p) {
    y = 1;
    x = 2;
    return 0;
}

int main(void) {
    pthread_t s, t;
    pthread_create(&s, 0, a, 0);
    pthread_create(&t, 0, b, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
    assert(!(x == 2 && y == 2));
    return 0;
}

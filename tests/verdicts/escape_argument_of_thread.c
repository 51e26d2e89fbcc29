/* expect: memory */
/* the argument is in a frame that was left */
#include <pthread.h>
struct arg {
    int a, b;
};
static pthread_t h;
static void *t(void *x) {
    struct arg *p = x;
    return (void *)(long)(p->a + p->b);
}

static void start(int n) {
    struct arg a = {n, n};
    pthread_create(&h, 0, t, &a);
}

int main(void) {
    start(1);
    start(2);
    pthread_join(h, 0);
    return 0;
}

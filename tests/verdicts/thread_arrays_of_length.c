/* expect: safe */
/* threads and results in arrays of a length that is an argument */
#include <pthread.h>
#include <assert.h>
static void *sq(void *x) {
    int *p = x;
    *p *= *p;
    return x;
}

static int run(int n) {
    pthread_t t[n];
    int v[n], s = 0;
    for (int i = 0; i < n; i++) {
        v[i] = i + 1;
        pthread_create(t + i, 0, sq, v + i);
    }
    for (int i = 0; i < n; i++) {
        void *r;
        pthread_join(t[i], &r);
        s += *(int *)r;
    }
    return s;
}

int main(void) {
    assert(run(3) == 14);
    assert(run(1) == 1);
    return 0;
}

/* expect: assert */
/* Chase-Lev work stealing deque: the last item is taken without a contest */
#include <stdatomic.h>
#include <pthread.h>
#include <assert.h>
#define N 4
static atomic_long top, bottom;
static _Atomic int items[N];
static atomic_int taken[3];
static void push(int v) {
    long b = bottom;
    items[b % N] = v;
    bottom = b + 1;
}

static int take(void) {
    long b = bottom - 1;
    bottom = b;
    long t = top;
    if (t > b) {
        bottom = b + 1;
        return -1;
    }
    int v = items[b % N];
    return v;
}

static int steal(void) {
    long t = top, b = bottom;
    if (t >= b) return -1;
    int v = items[t % N];
    return atomic_compare_exchange_strong(&top, &t, t + 1) ? v : -1;
}

static void got(int v) {
    if (v >= 0) assert(atomic_fetch_add(&taken[v], 1) == 0);
}

static void *thief(void *p) {
    got(steal());
    return 0;
}

int main(void) {
    pthread_t a, b;
    push(0);
    push(1);
    pthread_create(&a, 0, thief, 0);
    pthread_create(&b, 0, thief, 0);
    push(2);
    got(take());
    got(take());
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}

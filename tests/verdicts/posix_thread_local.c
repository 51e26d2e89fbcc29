/* expect: safe */
/* thread-local counters and errno apart */
#include <pthread.h>
#include <assert.h>
#include <errno.h>
static __thread int n = 5;
static _Thread_local int arr[2];
static int *addr[2];
static void *t(void *a) {
    long me = (long)a;
    n += (int)me;
    arr[0]++;
    errno = (int)me + 10;
    addr[me] = &n;
    for (int i = 0; i < 2; i++) n++;
    assert(n == 7 + me && arr[0] == 1 && errno == me + 10);
    return 0;
}

int main(void) {
    pthread_t h[2];
    n = 1;
    for (long i = 0; i < 2; i++) pthread_create(&h[i], 0, t, (void *)i);
    for (int i = 0; i < 2; i++) pthread_join(h[i], 0);
    assert(n == 1 && errno == 0);
    return 0;
}

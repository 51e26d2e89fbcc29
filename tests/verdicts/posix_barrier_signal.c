/* expect: deadlock */
/* posix: barrier, signal for broadcast thread in each round; own sense-reversing one beside it */
#include <pthread.h>
#include <assert.h>
#define N 3
static pthread_barrier_t b;
static int serial[2], x[N];
static struct {
    pthread_mutex_t m;
    pthread_cond_t c;
    int count, sense;
} s = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, N, 0};
static void mine(int *ls) {
    pthread_mutex_lock(&s.m);
    *ls = !*ls;
    if (--s.count == 0) {
        s.count = N;
        s.sense = *ls;
        pthread_cond_signal(&s.c);
    } else while (s.sense != *ls) pthread_cond_wait(&s.c, &s.m);
    pthread_mutex_unlock(&s.m);
}

static void *t(void *a) {
    long me = (long)a;
    int ls = 0;
    x[me] = 1;
    mine(&ls);
    for (int i = 0; i < N; i++) assert(x[i] == 1);
    for (int r = 0; r < 2; r++) if (pthread_barrier_wait(&b) == PTHREAD_BARRIER_SERIAL_THREAD) serial[r]++;
    return 0;
}

int main(void) {
    pthread_t h[N];
    pthread_barrier_init(&b, 0, N);
    for (long i = 0; i < N; i++) pthread_create(&h[i], 0, t, (void *)i);
    for (int i = 0; i < N; i++) pthread_join(h[i], 0);
    assert(serial[0] == 1 && serial[1] == 1);
    pthread_barrier_destroy(&b);
    return 0;
}

/* expect: safe */
/* pthread-nondet: array of inputs filled by one, its maximum found by another */
extern void abort(void);
#include <assert.h>
#include <pthread.h>
void reach_error() {
    assert(0);
}

int __VERIFIER_nondet_int();
void __VERIFIER_assert(int c) {
    if (!c) {
        reach_error();
        abort();
    }
}

#define N 3
int a[N], max, ready;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
void *producer(void *p) {
    pthread_mutex_lock(&m);
    for (int i = 0; i < N; i++) a[i] = __VERIFIER_nondet_int();
    ready = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    return 0;
}

void *consumer(void *p) {
    pthread_mutex_lock(&m);
    while (!ready) pthread_cond_wait(&c, &m);
    max = a[0];
    for (int i = 1; i < N; i++) if (a[i] > max) max = a[i];
    pthread_mutex_unlock(&m);
    return 0;
}

int main() {
    pthread_t x, y;
    pthread_create(&x, 0, producer, 0);
    pthread_create(&y, 0, consumer, 0);
    pthread_join(x, 0);
    pthread_join(y, 0);
    for (int i = 0; i < N; i++) __VERIFIER_assert(a[i] <= max);
    return 0;
}

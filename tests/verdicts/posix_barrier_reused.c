/* expect: not safe */
/* a counting barrier without phases used twice: a thread runs ahead */
#include <pthread.h>
#include <assert.h>
#define N 2
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int n;
static int st[N];
static void bar(void) {
    pthread_mutex_lock(&m);
    n++;
    if (n == N) {
        n = 0;
        pthread_cond_broadcast(&c);
    } else while (n != 0) pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
}

static void *t(void *a) {
    long me = (long)a;
    for (int i = 1; i <= 2; i++) {
        bar();
        st[me] = i;
    }
    return 0;
}

int main(void) {
    pthread_t h[N];
    for (long i = 0; i < N; i++) pthread_create(&h[i], 0, t, (void *)i);
    for (int i = 0; i < N; i++) pthread_join(h[i], 0);
    return 0;
}

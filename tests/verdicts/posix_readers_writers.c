/* expect: deadlock */
/* readers and writers by hand: wakes the wrong ones with condition variables */
#include <pthread.h>
#include <assert.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t rc = PTHREAD_COND_INITIALIZER, wc = PTHREAD_COND_INITIALIZER;
static int ar, aw, ww, data;
static void rl(void) {
    pthread_mutex_lock(&m);
    while (aw || ww) pthread_cond_wait(&rc, &m);
    ar++;
    pthread_mutex_unlock(&m);
}

static void ru(void) {
    pthread_mutex_lock(&m);
    if (--ar == 0) pthread_cond_signal(&wc);
    pthread_mutex_unlock(&m);
}

static void wl(void) {
    pthread_mutex_lock(&m);
    ww++;
    while (ar || aw) pthread_cond_wait(&wc, &m);
    ww--;
    aw = 1;
    pthread_mutex_unlock(&m);
}

static void wu(void) {
    pthread_mutex_lock(&m);
    aw = 0;
    pthread_cond_signal(&rc);
    pthread_mutex_unlock(&m);
}

static void *r(void *a) {
    rl();
    int x = data;
    assert(x == data);
    ru();
    return 0;
}

static void *w(void *a) {
    wl();
    data++;
    wu();
    return 0;
}

int main(void) {
    pthread_t t[4];
    pthread_create(&t[0], 0, r, 0);
    pthread_create(&t[1], 0, r, 0);
    pthread_create(&t[2], 0, w, 0);
    pthread_create(&t[3], 0, w, 0);
    for (int i = 0; i < 4; i++) pthread_join(t[i], 0);
    assert(data == 2);
    return 0;
}

/* expect: deadlock */
/* two transfers in opposite directions; locks chosen by parameters */
#include <pthread.h>
struct acc {
    pthread_mutex_t m;
    long bal;
} A[2] = {{PTHREAD_MUTEX_INITIALIZER, 10}, {PTHREAD_MUTEX_INITIALIZER, 20}};
static void transfer(struct acc *f, struct acc *t, long n) {
    pthread_mutex_lock(&f->m);
    pthread_mutex_lock(&t->m);
    f->bal -= n;
    t->bal += n;
    pthread_mutex_unlock(&t->m);
    pthread_mutex_unlock(&f->m);
}

static void *x(void *p) {
    transfer(&A[0], &A[1], 5);
    return 0;
}

static void *y(void *p) {
    transfer(&A[1], &A[0], 3);
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, x, 0);
    pthread_create(&b, 0, y, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}

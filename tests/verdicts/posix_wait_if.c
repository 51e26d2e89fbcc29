/* expect: bounds */
/* bounded buffer: if instead of while, with two consumers */
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ne = PTHREAD_COND_INITIALIZER;
static int buf[2], n;
static void *cons(void *a) {
    pthread_mutex_lock(&m);
    if (n == 0) pthread_cond_wait(&ne, &m);
    n--;
    int v = buf[n];
    pthread_mutex_unlock(&m);
    return (void *)(long)v;
}

static void *prod(void *a) {
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&m);
        buf[n++] = i;
        pthread_cond_broadcast(&ne);
        pthread_mutex_unlock(&m);
    }
    return 0;
}

int main(void) {
    pthread_t a, b, p;
    pthread_create(&a, 0, cons, 0);
    pthread_create(&b, 0, cons, 0);
    pthread_create(&p, 0, prod, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    pthread_join(p, 0);
    return 0;
}

/* expect: safe */
/* sleeping barber with semaphores; customers that find no chair leave */
#include <semaphore.h>
#include <pthread.h>
#include <assert.h>
#define C 3
static sem_t cust, barb;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int waiting, cut, gone, closed;
static void *barber(void *x) {
    for (;;) {
        sem_wait(&cust);
        pthread_mutex_lock(&m);
        if (closed && !waiting) {
            pthread_mutex_unlock(&m);
            return 0;
        }
        waiting--;
        cut++;
        sem_post(&barb);
        pthread_mutex_unlock(&m);
    }
}

static void *customer(void *x) {
    pthread_mutex_lock(&m);
    if (waiting < 1) {
        waiting++;
        sem_post(&cust);
        pthread_mutex_unlock(&m);
        sem_wait(&barb);
    } else {
        gone++;
        pthread_mutex_unlock(&m);
    }
    return 0;
}

int main(void) {
    sem_init(&cust, 0, 0);
    sem_init(&barb, 0, 0);
    pthread_t b, c[C];
    pthread_create(&b, 0, barber, 0);
    for (int i = 0; i < C; i++) pthread_create(&c[i], 0, customer, 0);
    for (int i = 0; i < C; i++) pthread_join(c[i], 0);
    pthread_mutex_lock(&m);
    closed = 1;
    pthread_mutex_unlock(&m);
    sem_post(&cust);
    pthread_join(b, 0);
    assert(cut + gone == C && cut >= 1);
    return 0;
}

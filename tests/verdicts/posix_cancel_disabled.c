/* expect: safe */
/* posix: cancellation disabled stays pending until a test after it is enabled */
#include <pthread.h>
#include <assert.h>
#include <semaphore.h>
#include <unistd.h>
static sem_t ready, go;
static int reached;
static void *t(void *a) {
    int o;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &o);
    assert(o == PTHREAD_CANCEL_ENABLE);
    sem_post(&ready);
    sem_wait(&go);
    pthread_testcancel();
    reached = 1;
    pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &o);
    pthread_testcancel();
    reached = 2;
    return 0;
}

int main(void) {
    pthread_t th;
    void *r;
    sem_init(&ready, 0, 0);
    sem_init(&go, 0, 0);
    pthread_create(&th, 0, t, 0);
    sem_wait(&ready);
    pthread_cancel(th);
    sem_post(&go);
    pthread_join(th, &r);
    assert(r == PTHREAD_CANCELED && reached == 1);
    return 0;
}

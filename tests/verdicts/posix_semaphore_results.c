/* expect: safe */
/* posix: sem_getvalue, sem_trywait EAGAIN, timedwait ETIMEDOUT */
#include <semaphore.h>
#include <assert.h>
#include <errno.h>
#include <time.h>
#include <pthread.h>
static sem_t s;
static void *t(void *a) {
    sem_post(&s);
    return 0;
}

int main(void) {
    int v;
    assert(sem_init(&s, 0, 1) == 0);
    sem_getvalue(&s, &v);
    assert(v == 1);
    assert(sem_trywait(&s) == 0);
    assert(sem_trywait(&s) == -1 && errno == EAGAIN);
    struct timespec ts;
    clock_gettime(CLOCK_REALTIME, &ts);
    ts.tv_sec += 1;
    pthread_t h;
    pthread_create(&h, 0, t, 0);
    int r;
    while ((r = sem_timedwait(&s, &ts)) == -1 && errno == EINTR) continue;
    assert(r == 0 || errno == ETIMEDOUT);
    pthread_join(h, 0);
    sem_getvalue(&s, &v);
    assert(v == (r == 0 ? 0 : 1));
    sem_destroy(&s);
    return 0;
}

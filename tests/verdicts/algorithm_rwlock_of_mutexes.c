/* expect: safe */
/* The first reader locks writers out, the last one lets them in. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t readers_lock = PTHREAD_MUTEX_INITIALIZER;
static sem_t room;
static int readers, value;

static void *reads(void *unused) {
    pthread_mutex_lock(&readers_lock);
    if (++readers == 1)
        sem_wait(&room);
    pthread_mutex_unlock(&readers_lock);
    int a = value, b = value;
    assert(a == b);
    pthread_mutex_lock(&readers_lock);
    if (--readers == 0)
        sem_post(&room);
    pthread_mutex_unlock(&readers_lock);
    return unused;
}

int main(void) {
    pthread_t a, b;
    sem_init(&room, 0, 1);
    pthread_create(&a, 0, reads, 0);
    pthread_create(&b, 0, reads, 0);
    sem_wait(&room);
    value++;
    value++;
    sem_post(&room);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(readers == 0);
    return 0;
}

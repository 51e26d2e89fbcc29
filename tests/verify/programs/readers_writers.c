// expect: pass
// The first reader takes the room for all readers, the last one gives it back; the count of readers is guarded by its own
// lock. The writer has the room alone, so that no reader sees half of a change.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static sem_t room;
static int readers;
static int left, right;

static void *reader(void *arg)
{
    (void)arg;
    pthread_mutex_lock(&lock);
    if (++readers == 1)
        sem_wait(&room);
    pthread_mutex_unlock(&lock);

    assert(left == right);

    pthread_mutex_lock(&lock);
    if (--readers == 0)
        sem_post(&room);
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void)
{
    pthread_t a, b;

    sem_init(&room, 0, 1);
    pthread_create(&a, NULL, reader, NULL);
    pthread_create(&b, NULL, reader, NULL);
    sem_wait(&room);
    left++;
    right++;
    sem_post(&room);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(readers == 0);
    return 0;
}

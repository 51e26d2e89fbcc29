// expect: fail deadlock
// The waiter does not look whether the event has happened already. A signal that nobody waits for is lost: if main
// signals first, the waiter waits for ever. (A spurious wake-up may help, but nothing promises one.)
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t event = PTHREAD_COND_INITIALIZER;

static void *waiter(void *arg)
{
    (void)arg;
    pthread_mutex_lock(&lock);
    pthread_cond_wait(&event, &lock);
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, NULL, waiter, NULL);
    pthread_mutex_lock(&lock);
    pthread_cond_signal(&event);
    pthread_mutex_unlock(&lock);
    pthread_join(t, NULL);
    return 0;
}

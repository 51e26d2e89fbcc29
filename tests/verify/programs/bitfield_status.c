// expect: pass
// Two threads change different bit-fields of one struct, both under the lock, so that no change is lost.
// The 3-bit retry count goes to 2 and does not wrap.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

struct status {
    unsigned ready : 1;
    unsigned error : 1;
    unsigned retries : 3;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct status status;

static void *device(void *arg)
{
    (void)arg;
    pthread_mutex_lock(&lock);
    status.ready = 1;
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *supervisor(void *arg)
{
    (void)arg;
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&lock);
        status.retries++;
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, device, NULL);
    pthread_create(&b, NULL, supervisor, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(status.ready == 1 && status.error == 0 && status.retries == 2);
    return 0;
}

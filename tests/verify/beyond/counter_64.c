// expect: pass
// truth: pass
// A 64-bit counter passes 2^32, under the lock. With 32 bits it would be 1.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static uint64_t bytes = UINT32_MAX;

static void *receive(void *arg)
{
    (void)arg;
    pthread_mutex_lock(&lock);
    bytes++;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, receive, NULL);
    pthread_create(&b, NULL, receive, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(bytes == 0x100000001u);
    return 0;
}

// expect: fail assertion
// Four retries do not fit into two bits: the field is 0 again after the fourth, in every run.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

struct link {
    unsigned up : 1;
    unsigned retries : 2;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct link line;

static void *retry(void *arg)
{
    (void)arg;
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&lock);
        line.retries++;
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, retry, NULL);
    pthread_create(&b, NULL, retry, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(line.retries > 0);
    return 0;
}

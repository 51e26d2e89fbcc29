// expect: fail assertion
// truth: fail assertion
// The writer changes both halves under the lock, but the reader copies the struct with memcpy without it, and can get one
// old and one new half.
#include <assert.h>
#include <pthread.h>
#include <string.h>

struct pair {
    int left;
    int right;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct pair pair;

static void *writer(void *arg)
{
    (void)arg;
    pthread_mutex_lock(&lock);
    pair.left = 1;
    pair.right = 1;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void)
{
    pthread_t t;
    struct pair copy;

    pthread_create(&t, NULL, writer, NULL);
    memcpy(&copy, &pair, sizeof copy);
    pthread_join(t, NULL);
    assert(copy.left == copy.right);
    return 0;
}

// expect: pass
// The writer changes both halves under the write lock. Readers may read together, but never while it writes: they find
// the halves equal.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int left, right;

static void *writer(void *arg)
{
    (void)arg;
    pthread_rwlock_wrlock(&lock);
    left++;
    right++;
    pthread_rwlock_unlock(&lock);
    return NULL;
}

static void *reader(void *arg)
{
    (void)arg;
    pthread_rwlock_rdlock(&lock);
    assert(left == right);
    pthread_rwlock_unlock(&lock);
    return NULL;
}

int main(void)
{
    pthread_t w, r, s;

    pthread_create(&w, NULL, writer, NULL);
    pthread_create(&r, NULL, reader, NULL);
    pthread_create(&s, NULL, reader, NULL);
    pthread_join(w, NULL);
    pthread_join(r, NULL);
    pthread_join(s, NULL);
    assert(left == 1 && right == 1);
    return 0;
}

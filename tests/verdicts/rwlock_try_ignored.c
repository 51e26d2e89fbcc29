/* expect: assert */
/* trywrlock fails, and the write is done all the same */
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static int a, b;

static void *writer(void *u)
{
    int held = pthread_rwlock_trywrlock(&l) == 0;
    a = 1;
    b = 1;
    if (held)
        pthread_rwlock_unlock(&l);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, writer, 0);
    pthread_rwlock_rdlock(&l);
    int x = a, y = b;
    pthread_rwlock_unlock(&l);
    pthread_join(t, 0);
    assert(x == y);
    return 0;
}

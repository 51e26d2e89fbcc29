/* expect: assert */
/* both readers are inside at once */
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static int inside;

static void *reader(void *u)
{
    pthread_rwlock_rdlock(&l);
    __atomic_add_fetch(&inside, 1, __ATOMIC_SEQ_CST);
    assert(__atomic_load_n(&inside, __ATOMIC_SEQ_CST) == 1);
    __atomic_sub_fetch(&inside, 1, __ATOMIC_SEQ_CST);
    pthread_rwlock_unlock(&l);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, reader, 0);
    reader(0);
    pthread_join(t, 0);
    return 0;
}

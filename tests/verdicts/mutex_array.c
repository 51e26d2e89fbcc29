/* expect: assert */
/* each element of a table has its own mutex, and the sum is taken under one of them */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock_[2] = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER };
static int part[2] = { 1, 0 };

static void *move(void *u)
{
    pthread_mutex_lock(&lock_[0]);
    part[0]--;
    pthread_mutex_unlock(&lock_[0]);
    pthread_mutex_lock(&lock_[1]);
    part[1]++;
    pthread_mutex_unlock(&lock_[1]);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, move, 0);
    pthread_mutex_lock(&lock_[0]);
    int sum = part[0] + part[1];
    pthread_mutex_unlock(&lock_[0]);
    pthread_join(t, 0);
    assert(sum == 1);
    return 0;
}

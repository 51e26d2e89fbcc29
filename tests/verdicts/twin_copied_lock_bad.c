/* expect: assert */
/* A mutex that is locked is looked at: it says who has it */
#include <assert.h>
#include <pthread.h>

#include <string.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t copies[2];
static int n;

static void *work(void *u)
{
    (void)u;
    pthread_mutex_lock(&m);
    memcpy(&copies[n++], &m, sizeof m);
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void)
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], 0, work, 0);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    assert(copies[0].__data.__owner < copies[1].__data.__owner);
    return 0;
}

/* expect: safe */
/* the run in which a thread gives up while it holds the mutex is no deadlock */
#include <pthread.h>

void __VERIFIER_assume(int);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int tickets = 1;

static void *buy(void *u)
{
    pthread_mutex_lock(&m);
    __VERIFIER_assume(tickets > 0);
    tickets--;
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, buy, 0);
    buy(0);
    pthread_join(t, 0);
    return 0;
}

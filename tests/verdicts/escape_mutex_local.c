/* expect: safe */
/* mutex and data are locals of main, reached by the thread through a struct */
#include <assert.h>
#include <pthread.h>

struct shared { pthread_mutex_t m; int n; };

static void *add(void *arg)
{
    struct shared *s = arg;
    pthread_mutex_lock(&s->m);
    s->n++;
    pthread_mutex_unlock(&s->m);
    return 0;
}

int main(void)
{
    struct shared s = { PTHREAD_MUTEX_INITIALIZER, 0 };
    pthread_t t;
    pthread_create(&t, 0, add, &s);
    add(&s);
    pthread_join(t, 0);
    assert(s.n == 2);
    return 0;
}

/* expect: assert */
/* two workers take jobs under the mutex and add their results without it */
#include <assert.h>
#include <pthread.h>

struct job { int cost; struct job *next; };
static struct job second = { 2, 0 }, first = { 1, &second };
static struct job *head = &first;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static long total;

static struct job *take(void)
{
    pthread_mutex_lock(&m);
    struct job *j = head;
    if (j)
        head = j->next;
    pthread_mutex_unlock(&m);
    return j;
}
static void *worker(void *u)
{
    struct job *j = take();
    if (j)
        total += j->cost;
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    worker(0);
    pthread_join(t, 0);
    assert(total == 3);
    return 0;
}

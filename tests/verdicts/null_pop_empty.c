/* expect: null */
/* two consumers, one element: the loser follows the empty head */
#include <pthread.h>

struct item { struct item *next; };
static struct item only, *head = &only;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *pop(void *u)
{
    if (head != 0) {
        pthread_mutex_lock(&m);
        head = head->next;
        pthread_mutex_unlock(&m);
    }
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, pop, 0);
    pop(0);
    pthread_join(t, 0);
    return 0;
}

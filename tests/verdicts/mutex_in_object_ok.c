/* expect: safe */
/* the two mutexes are taken in the order of the accounts' numbers */
#include <assert.h>
#include <pthread.h>

struct account { int id; pthread_mutex_t lock; int balance; };
static struct account a = { 1, PTHREAD_MUTEX_INITIALIZER, 10 }, b = { 2, PTHREAD_MUTEX_INITIALIZER, 10 };

static void move(struct account *from, struct account *to, int n)
{
    struct account *first = from->id < to->id ? from : to, *second = first == from ? to : from;
    pthread_mutex_lock(&first->lock);
    pthread_mutex_lock(&second->lock);
    from->balance -= n;
    to->balance += n;
    pthread_mutex_unlock(&second->lock);
    pthread_mutex_unlock(&first->lock);
}
static void *back(void *u) { move(&b, &a, 2); return 0; }

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, back, 0);
    move(&a, &b, 5);
    pthread_join(t, 0);
    assert(a.balance == 7 && b.balance == 13);
    return 0;
}

/* expect: deadlock */
/* two accounts with a mutex each, moved between in both directions */
#include <pthread.h>

struct account { pthread_mutex_t lock; int balance; };
static struct account a = { PTHREAD_MUTEX_INITIALIZER, 10 }, b = { PTHREAD_MUTEX_INITIALIZER, 10 };

static void move(struct account *from, struct account *to, int n)
{
    pthread_mutex_lock(&from->lock);
    pthread_mutex_lock(&to->lock);
    from->balance -= n;
    to->balance += n;
    pthread_mutex_unlock(&to->lock);
    pthread_mutex_unlock(&from->lock);
}
static void *back(void *u) { move(&b, &a, 2); return 0; }

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, back, 0);
    move(&a, &b, 5);
    pthread_join(t, 0);
    return 0;
}

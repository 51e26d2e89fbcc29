/* expect: safe */
/* Accounts are locked in the order of their addresses: all is well in each layout. */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
struct account { pthread_mutex_t lock; int money; };
static struct account a = {PTHREAD_MUTEX_INITIALIZER, 5}, b = {PTHREAD_MUTEX_INITIALIZER, 5};
static void transfer(struct account *from, struct account *to) {
    struct account *first = (uintptr_t)from < (uintptr_t)to ? from : to, *second = first == from ? to : from;
    pthread_mutex_lock(&first->lock);
    pthread_mutex_lock(&second->lock);
    from->money--, to->money++;
    pthread_mutex_unlock(&second->lock);
    pthread_mutex_unlock(&first->lock);
}
static void *back(void *u) { transfer(&b, &a); return u; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, back, 0);
    transfer(&a, &b);
    pthread_join(t, 0);
    assert(a.money == 5 && b.money == 5);
    return 0;
}

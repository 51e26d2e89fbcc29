/* expect: deadlock */
/* As mutex_gate_lock; the gate is opened after the first lock. */
#include <pthread.h>
static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER, a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int n;
static void both(pthread_mutex_t *first, pthread_mutex_t *second) {
    pthread_mutex_lock(&gate);
    pthread_mutex_lock(first);
    pthread_mutex_unlock(&gate);
    pthread_mutex_lock(second);
    n++;
    pthread_mutex_unlock(second);
    pthread_mutex_unlock(first);
}
static void *other(void *u) { both(&b, &a); return u; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, other, 0);
    both(&a, &b);
    pthread_join(t, 0);
    return n != 2;
}

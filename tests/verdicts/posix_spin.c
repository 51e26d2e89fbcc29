/* expect: safe */
/* spin locks and trylock; EBUSY while held */
#include <pthread.h>
#include <errno.h>
#include <assert.h>
static pthread_spinlock_t s;
static int n;
static void *t(void *x) {
    if (pthread_spin_trylock(&s) == EBUSY) pthread_spin_lock(&s);
    n++;
    pthread_spin_unlock(&s);
    return 0;
}

int main(void) {
    pthread_spin_init(&s, PTHREAD_PROCESS_PRIVATE);
    pthread_t a, b;
    pthread_create(&a, 0, t, 0);
    pthread_create(&b, 0, t, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(n == 2);
    pthread_spin_destroy(&s);
    return 0;
}

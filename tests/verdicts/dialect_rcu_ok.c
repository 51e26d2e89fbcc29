/* expect: safe */
/* the kernel's words: the old object is freed after waiting for its readers */
#include <assert.h>
#include <lkmm.h>
#include <stdlib.h>
struct data { int value; };
static struct data *shared;
static void *reader(void *unused) {
    rcu_read_lock();
    struct data *d = rcu_dereference(shared);
    int v = d->value;
    assert(v == 1 || v == 2);
    rcu_read_unlock();
    return unused;
}
int main(void) {
    struct data *old = malloc(sizeof *old), *new = malloc(sizeof *new);
    old->value = 1;
    new->value = 2;
    shared = old;
    pthread_t t;
    pthread_create(&t, NULL, reader, NULL);
    rcu_assign_pointer(shared, new);
    synchronize_rcu();
    free(old);
    pthread_join(t, NULL);
    free(new);
    return 0;
}

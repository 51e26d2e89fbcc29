// The address of a local waits in the buffer until the function has returned: what others find leads nowhere.
// ends: 0
// fails: Freed
// tso ends: 0
// tso fails: Freed
#include <pthread.h>
#include <stdatomic.h>

_Atomic(int *) place;
atomic_int go;

static int uses(void) {
    int local = 1;
    atomic_store_explicit(&place, &local, memory_order_relaxed);
    return atomic_load_explicit(&go, memory_order_relaxed);
}

static void *work(void *arg) {
    uses();
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    int *found = atomic_load_explicit(&place, memory_order_relaxed);
    if (found && *found != 1)
        return 1;
    pthread_join(t, 0);
    return 0;
}

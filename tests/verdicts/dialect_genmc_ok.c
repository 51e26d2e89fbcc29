/* expect: safe */
/* GenMC's header, its loops and its assumption: a ticket is taken in one step */
#include <assert.h>
#include <genmc.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int next, served;
static int inside;
static void *work(void *unused) {
    int ticket = atomic_fetch_add_explicit(&next, 1, memory_order_relaxed);
    __VERIFIER_loop_begin();
    for (;;) {
        __VERIFIER_spin_start();
        int now = atomic_load_explicit(&served, memory_order_acquire);
        __VERIFIER_spin_end(now == ticket);
        if (now == ticket)
            break;
    }
    inside++;
    assert(inside == 1);
    inside--;
    atomic_store_explicit(&served, ticket + 1, memory_order_release);
    return unused;
}
int main(void) {
    __VERIFIER_thread_t a = __VERIFIER_spawn(work, NULL), b = __VERIFIER_spawn(work, NULL);
    __VERIFIER_join(a);
    __VERIFIER_join(b);
    return 0;
}

/* expect: safe */
/* words of CBMC that are no C: data of each thread, a truth value, a fence */
#include <pthread.h>
__CPROVER_thread_local int mine = 1;
static __CPROVER_bool seen;
static int x;
static void *work(void *unused) {
    mine = 2;
    __CPROVER_fence("WWfence", "RRfence");
    x = mine;
    seen = 2;
    return unused;
}
void main() {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    __CPROVER_assert(mine == 1, "another thread's is another");
    __CPROVER_assume(seen == 1);
    __CPROVER_assert(x == 2, "it was set to 2");
}

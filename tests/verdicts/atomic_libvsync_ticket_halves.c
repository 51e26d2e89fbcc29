/* expect: safe */
/* A ticket lock in the halves of one word. */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
static union { uint32_t both; struct { uint16_t owner, next; }; } lock;
static int n;
static void acquire(void) {
    uint32_t old = __atomic_fetch_add(&lock.both, 1u << 16, __ATOMIC_ACQUIRE);
    uint16_t mine = old >> 16;
    while (__atomic_load_n(&lock.owner, __ATOMIC_ACQUIRE) != mine)
        ;
}
static void release(void) {
    uint16_t owner = lock.owner;
    __atomic_store_n(&lock.owner, (uint16_t)(owner + 1), __ATOMIC_RELEASE);
}
static void *adds(void *u) { acquire(); n++; release(); return u; }
int main(void) {
    pthread_t a, b;
    lock.both = 0xffffffff;
    pthread_create(&a, 0, adds, 0);
    pthread_create(&b, 0, adds, 0);
    adds(0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(n == 3);
    return 0;
}

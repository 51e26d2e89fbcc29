/* expect: safe */
/* As atomic_reference_weak: the count block stays, and the count goes up only from what is not 0. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
struct block { atomic_int strong; int *value; };
static struct block block;
static void drop(void) {
    if (atomic_fetch_sub(&block.strong, 1) == 1)
        free(block.value);
}
static int *upgrade(void) {
    int n = block.strong;
    while (n > 0)
        if (atomic_compare_exchange_weak(&block.strong, &n, n + 1))
            return block.value;
    return NULL;
}
static void *uses(void *u) {
    int *value = upgrade();
    if (value) {
        assert(*value == 0);
        *value = 0;
        drop();
    }
    return u;
}
int main(void) {
    pthread_t t;
    block.value = calloc(1, sizeof *block.value);
    atomic_init(&block.strong, 1);
    pthread_create(&t, 0, uses, 0);
    drop();
    pthread_join(t, 0);
    assert(block.strong == 0);
    return 0;
}

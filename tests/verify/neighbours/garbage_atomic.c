// expect: pass
// The only pointer was moved out of its slot by an atomic operation.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
static void others(void) {
    for (int i = 0; i < 3; i++) {
        int *o = malloc(sizeof *o);
        *o = 100 + i;
    }
}
#include <stdatomic.h>
static atomic_long far;
int main(void) {
    int *p = malloc(sizeof *p);
    *p = 5;
    atomic_store(&far, (long)p);
    p = 0;
    atomic_fetch_add(&far, 1L << 40);
    others();
    assert(*(int *)(atomic_load(&far) - (1L << 40)) == 5);
    return 0;
}

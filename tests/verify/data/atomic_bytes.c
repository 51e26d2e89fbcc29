// truth: pass
// Atomic bytes wrap.
#include <assert.h>
#include <stdatomic.h>

atomic_uchar x = 255; int main(void) { atomic_fetch_add(&x, 1); assert(x == 0);
    int r = atomic_fetch_sub(&x, 1); assert(r == 0 && x == 255); }

// truth: pass
// Atomic shorts wrap, and an atomic bool is 0 or 1.
#include <assert.h>
#include <stdatomic.h>

atomic_short x = 32767; atomic_bool b; int main(void) { atomic_fetch_add(&x, 1); assert(x == -32768);
    atomic_store(&b, 2); assert(b == 1); }

/* _Atomic objects, <stdatomic.h>, __atomic_* and __sync_*. */
#include <assert.h>
#include <stdatomic.h>
#include <stdbool.h>

struct pair { int a, b; };

static atomic_int n;
static _Atomic(unsigned char) byte = 250;
static _Atomic double real = 1.5;
static int *_Atomic pointer;
static atomic_flag flag = ATOMIC_FLAG_INIT;
static _Atomic struct pair pair;
static struct { atomic_uint count; int plain; } counted;
static int cells[4];

static int through(_Atomic int *p) { *p += 2; (*p)++; return *p; }

int main(void) {
    n = 5;
    assert((n += 3) == 8 && n++ == 8 && --n == 8 && (n *= 2) == 16 && (n >>= 1) == 8 && (n ^= 1) == 9);
    assert((byte += 10) == 4 && byte-- == 4);
    assert((real *= 2) == 3.0 && ++real == 4.0);
    pointer = cells;
    pointer++;
    assert((pointer += 2) == cells + 3 && pointer-- == &cells[3]);
    assert(through(&n) == 12);
    atomic_store(&n, 3);
    assert(atomic_fetch_add(&n, 4) == 3 && atomic_load(&n) == 7 && atomic_exchange(&n, 1) == 7);
    int expected = 2;
    assert(!atomic_compare_exchange_strong(&n, &expected, 9) && expected == 1);
    assert(atomic_compare_exchange_weak_explicit(&n, &expected, 9, memory_order_acq_rel, memory_order_relaxed));
    assert(n == 9 && atomic_fetch_or(&n, 6) == 9 && atomic_fetch_and(&n, 7) == 15 && atomic_fetch_xor(&n, 1) == 7);
    assert(!atomic_flag_test_and_set(&flag) && atomic_flag_test_and_set(&flag));
    atomic_flag_clear(&flag);
    assert(!atomic_flag_test_and_set(&flag));
    struct pair p = {1, 2};
    pair = p;
    struct pair q = pair;
    assert(q.a == 1 && q.b == 2);
    atomic_fetch_sub(&counted.count, 1);
    assert(counted.count == 4294967295u && counted.plain == 0);
    int plain = 4;
    assert(__sync_fetch_and_add(&plain, 2) == 4 && __sync_sub_and_fetch(&plain, 1) == 5);
    assert(__sync_bool_compare_and_swap(&plain, 5, 8) && __sync_val_compare_and_swap(&plain, 5, 9) == 8);
    assert(__sync_lock_test_and_set(&plain, 1) == 8);
    __sync_lock_release(&plain);
    assert(plain == 0 && __atomic_add_fetch(&plain, 6, __ATOMIC_SEQ_CST) == 6);
    assert(__atomic_fetch_nand(&plain, 2, __ATOMIC_RELAXED) == 6 && plain == ~2);
    long wide = 1, desired = 5, old = 1;
    assert(__atomic_compare_exchange(&wide, &old, &desired, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST) && wide == 5);
    long out;
    __atomic_exchange(&wide, &desired, &out, __ATOMIC_SEQ_CST);
    __atomic_load(&wide, &old, __ATOMIC_ACQUIRE);
    assert(out == 5 && old == 5);
    atomic_thread_fence(memory_order_seq_cst);
    __sync_synchronize();
    atomic_init(&n, 0);
    assert(!n);
    return 0;
}

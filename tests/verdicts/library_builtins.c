/* expect: safe */
/* overflow builtins, expect, sync and atomic builtins of small types */
#include <assert.h>
#include <limits.h>
#include <stdint.h>
#include <stdbool.h>
int main(void) {
    int r;
    assert(__builtin_add_overflow(INT_MAX, 1, &r) && r == INT_MIN);
    assert(!__builtin_mul_overflow(3, 4, &r) && r == 12);
    unsigned char u;
    assert(__builtin_sub_overflow(1, 2, &u) && u == 255);
    long l;
    assert(__builtin_mul_overflow(LONG_MAX, 2L, &l));
    int8_t b = 127;
    assert(__sync_fetch_and_add(&b, 1) == 127 && b == -128);
    uint8_t c = 0;
    assert(__atomic_sub_fetch(&c, 1, __ATOMIC_SEQ_CST) == 255);
    assert(__sync_bool_compare_and_swap(&c, 255, 7) && c == 7);
    assert(__sync_val_compare_and_swap(&c, 1, 2) == 7);
    assert(__sync_lock_test_and_set(&c, 9) == 7 && c == 9);
    __sync_lock_release(&c);
    assert(c == 0);
    short s = 5, e = 5;
    assert(__atomic_compare_exchange_n(&s, &e, 8, 0, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED) && s == 8);
    e = 1;
    assert(!__atomic_compare_exchange_n(&s, &e, 9, 0, 5, 5) && e == 8);
    assert(__atomic_fetch_nand(&s, 12, 5) == 8 && s == ~(8 & 12));
    bool t = false;
    assert(!__atomic_test_and_set(&t, 5) && t);
    __atomic_clear(&t, 5);
    assert(!t);
    assert(__builtin_expect(3, 0) == 3 && __builtin_bswap32(0x01020304) == 0x04030201 && __builtin_parity(7)
        == 1 && __builtin_ffs(8) == 4 && __builtin_clz(1) == 31 && __builtin_constant_p(3) == 1);
    return 0;
}

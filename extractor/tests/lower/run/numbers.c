/* Integers of all sizes, conversions, floats, 128 bits, builtins. */
#include <assert.h>
#include <limits.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>

static int shared = 5;

int main(void) {
    signed char c = 127;
    c++;
    assert(c == -128);
    unsigned short s = 65535;
    s += 2;
    assert(s == 1);
    assert((unsigned char)-1 == 255 && (int)(signed char)200 == -56 && -1 > 1u && -1L < 1u);
    assert(INT_MIN / 2 == -1073741824 && -7 / 2 == -3 && -7 % 3 == -1 && 7u % 4u == 3);
    assert(-8 >> 1 == -4 && (unsigned)-8 >> 28 == 15 && 1LL << 40 == 1099511627776);
    _Bool b = 0.5;
    assert(b == 1 && (b += 5) == 1 && --b == 0 && (bool)&shared);
    unsigned long mask = ~0UL << 60;
    assert(mask >> 60 == 15);
    int i = 3;
    assert(i++ + 1 == 4 && ++i == 5 && i-- == 5 && i == 4);
    i *= 2.6;
    assert(i == 10);
    i <<= 2, i ^= 3, i |= 64, i %= 50;
    assert(i == (((10 << 2) ^ 3) | 64) % 50);
    long index = -1;
    int array[3] = {1, 2, 3}, *middle = array + 1;
    assert(middle[index] == 1 && *(middle + 1) == 3 && 1[array] == 2);
    uintptr_t address = (uintptr_t)middle;
    assert((int *)(address + 4) == &array[2] && ((address | 1) & ~(uintptr_t)1) == address);
    float f = 0.1f;
    double d = 0.1, third = 1.0 / 3;
    assert(f != d && (float)d == f && (int)-2.7 == -2 && (unsigned char)3.99 == 3 && third * 3 == 1.0);
    assert((float)16777217 == 16777216.0f && 1e300 * 1e10 > 1e308 && 5 / 2 * 2.0 == 4.0);
    assert(d ? 1 : 0);
    assert(!(0.0 / 0.0 == 0.0 / 0.0) && -0.0 == 0.0);
    assert(sqrt(16.0) == 4.0 && fabs(-2.5) == 2.5 && floor(-1.5) == -2);
    unsigned __int128 w = (unsigned __int128)~0UL * ~0UL;
    assert((uint64_t)(w >> 64) == ~0UL - 1 && (uint64_t)w == 1 && w % 10 == 5);
    __int128 n = -5;
    assert(n / 2 == -2 && (long)(n << 70 >> 70) == -5 && n < 0);
    assert(__builtin_popcount(0xff0) == 8 && __builtin_clz(1) == 31 && __builtin_ctzl(1L << 40) == 40);
    assert(__builtin_ffs(0) == 0 && __builtin_ffs(8) == 4 && __builtin_parity(7) == 1 && __builtin_clzll(1) == 63);
    assert(__builtin_bswap32(0x11223344) == 0x44332211 && __builtin_bswap16(0x1122) == 0x2211 && __builtin_abs(-3) == 3);
    int result;
    assert(__builtin_add_overflow(INT_MAX, 1, &result) && result == INT_MIN);
    assert(!__builtin_mul_overflow(1000, 1000, &result) && result == 1000000);
    unsigned long product;
    assert(__builtin_umull_overflow(1UL << 40, 1UL << 40, &product) && product == 0);
    assert(__builtin_sub_overflow_p(0u, 1u, 0u));
    int chosen = shared ?: 7;
    assert(chosen == 5 && (0 ?: 7) == 7 && (shared, 3) == 3);
    assert((shared > 3 && shared < 6) == 1 && (shared < 3 || shared == 9) == 0 && !shared == 0);
    assert(sizeof(char) + sizeof(long double) == 17 && sizeof 'a' == 4 && sizeof "abc" == 4);
    assert(L'x' == 120 && sizeof L"ab" == 12 && "a\x41\101\n"[1] == 'A');
    return 0;
}

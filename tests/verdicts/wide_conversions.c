/* expect: safe */
/* conversions: promotions, signs, bool, floats, shifts, remainders */
#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
enum big { A = 0x80000000u };
enum neg { N = -1, P = 1 };
int main(void) {
    unsigned char c = 200;
    signed char s = (signed char)c;
    assert(s == -56 && c + c == 400 && (unsigned char)(c + c) == 144);
    assert(-1 > 0u && -1L < 0u);
    unsigned short us = 65535;
    assert(us * us < 0 || us * 1u == 65535);
    assert((1 ? -1 : 0u) > 0);
    bool b = 0.1;
    assert(b == 1);
    b = (void *)&c;
    assert(b);
    assert((int)-2.9 == -2 && -7 / 2 == -3 && -7 % 2 == -1 && (-7 >> 1) == -4);
    long long x = 1LL << 40;
    int i = (int)x;
    assert(i == 0);
    float f = 16777217;
    assert(f == 16777216.0f);
    char ch = '\xff';
    assert(ch == -1 && '\377' == -1);
    assert(sizeof('a') == 4 && sizeof("abc") == 4 && sizeof(A) == 4 && A > 0);
    enum neg n = N;
    assert(n < P);
    int k = 5;
    k += 3.7;
    assert(k == 8);
    k -= -1;
    k <<= 2;
    k ^= 1;
    assert(k == 37);
    unsigned u = 1;
    u <<= 31;
    assert(u >> 31 == 1 && ~0u - u == 0x7fffffff);
    ptrdiff_t d = &c - &c;
    assert(!d);
    int z = (c = 5, c + 1);
    assert(z == 6);
    const char *w = "ab" "cd";
    assert(w[3] == 'd' && 2["xyz"] == 'z');
    assert(0x1.8p1 == 3.0 && 1e3f == 1000 && 'ab' != 'a' && 010 == 8 && 0b101 == 5);
    return 0;
}

/* expect: safe */
/* bit-fields of all kinds: signed, bool, crossing, in unions, assigned by expressions */
#include <assert.h>
#include <stdint.h>
#include <string.h>
struct f {
    unsigned a : 3;
    int b : 5;
    _Bool c : 1;
    uint64_t d : 40;
    unsigned : 0;
    unsigned e : 7;
    enum { X, Y, Z } g : 2;
};
union u {
    struct {
        uint32_t lo : 12, mid : 8, hi : 12;
    }
    ;
    uint32_t w;
};
int main(void) {
    struct f s = {0};
    s.a = 9;
    assert(s.a == 1);
    s.b = 17;
    assert(s.b == -15);
    s.c = 4;
    assert(s.c == 1);
    s.d = 1ull << 41 | 5;
    assert(s.d == 5);
    s.e--;
    assert(s.e == 127);
    assert((s.a += 7) == 0);
    s.g = Z;
    assert(s.g == 2);
    union u u = {.w = 0x12345678};
    assert(u.lo == 0x678 && u.mid == 0x45 && u.hi == 0x123);
    u.mid++;
    assert(u.w == 0x12346678);
    struct f t = s;
    assert(t.b == s.b);
    struct {
        int x : 3;
    }
    k = {3};
    k.x++;
    assert(k.x == -4);
    assert(sizeof(struct f) == 16 || sizeof(struct f) >= 8);
    return 0;
}

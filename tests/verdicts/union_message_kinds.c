/* expect: safe */
/* unions: message with tag, punning, nested anonymous */
#include <assert.h>
#include <string.h>
#include <stdint.h>
struct m {
    enum { I, S, F } t;
    union {
        int i;
        char s[8];
        float f;
        struct {
            short lo, hi;
        }
        ;
    }
    ;
};
static int size(const struct m *m) {
    switch (m->t) {
    case I:
        return m->i;
    case S:
        return (int)strlen(m->s);
    case F:
        return (int)m->f;
    }
    return -1;
}

int main(void) {
    struct m a = {I, {.i = 5}}, b = {.t = S, .s = "abc"}, c = {.t = F, .f = 2.5f};
    assert(size(&a) == 5 && size(&b) == 3 && size(&c) == 2);
    a.i = 0x00020001;
    assert(a.lo == 1 && a.hi == 2);
    union {
        float f;
        uint32_t u;
    }
    x = {1.0f};
    assert(x.u == 0x3f800000);
    struct m d = b;
    d.s[0] = 'z';
    assert(b.s[0] == 'a');
    return 0;
}

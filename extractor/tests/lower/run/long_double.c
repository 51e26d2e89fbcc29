/* long double: its layout, by value, through varargs, unions, copies of bytes, printed and read. */
#include <assert.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>

struct mixed { char c; long double x; short s; };
struct pair { long double a, b; };
union bits { long double value; struct { unsigned long fraction; unsigned short top; } parts; unsigned char bytes[16]; };

static long double tenth = 0.1L, table[3] = {1, 2.5, 1e4000L};
static struct mixed global = {1, 1.0L / 3, 2};
static const union bits one = {1};

static long double sum(int n, ...) {
    va_list list;
    long double total = 0;
    va_start(list, n);
    for (int i = 0; i < n; i++)
        total += i % 2 == 0 ? va_arg(list, long double) : va_arg(list, double);
    va_end(list);
    return total;
}

static struct pair swapped(struct pair p) { return (struct pair){p.b, p.a}; }

static void layout(void) {
    assert(sizeof(long double) == 16 && _Alignof(long double) == 16);
    assert(sizeof(struct mixed) == 48 && (char *)&global.x - (char *)&global == 16);
    assert(one.parts.fraction == 1ul << 63 && one.parts.top == 0x3fff);
    union bits u;
    memset(&u, 0x5a, sizeof u);
    u.value = -2.5L;
    assert(u.parts.top == 0xc000 && u.parts.fraction == 5ul << 61);
    assert(u.bytes[10] == 0x5a && u.bytes[15] == 0x5a); /* ten bytes are written */
    union bits copy;
    memcpy(&copy, &u, sizeof u);
    assert(copy.value == -2.5L && memcmp(&copy, &u, 16) == 0);
    unsigned char raw[10];
    memcpy(raw, &tenth, 10);
    assert(raw[0] == 0xcd && raw[9] == 0x3f);
}

static void values(void) {
    assert(tenth != 0.1 && (double)tenth == 0.1 && table[2] > 1e308 && global.x == 1 / 3.0L);
    struct pair p = swapped((struct pair){1.5L, tenth});
    assert(p.a == tenth && p.b == 1.5L);
    assert(sum(4, 1.5L, 2.5, tenth, 0.0) == 4 + tenth);
    long double big = 18446744073709551615ul, wide = ((unsigned __int128)1 << 127) + 1;
    assert((unsigned long)big == ~0ul && big + 1 == 18446744073709551616.0L);
    assert((unsigned __int128)wide == (unsigned __int128)1 << 127);
    assert((long)-9007199254740993.0L == -9007199254740993);
    int i = 7;
    i *= 1.5L;
    assert(i == 10);
    long double x = 1;
    assert(x++ == 1 && --x == 1 && !!x && -x < 0);
    assert(1 + 1e-19L > 1 && 1 + 1e-20L == 1 && !(0.0L / x) && 1 / -(x - x) < -1e4900L);
    _Bool some = 1e-4940L;
    assert(some && (double)1e-4940L == 0 && __builtin_isinf((double)1e4000L) && !__builtin_isinf(table[2]));
    assert(__builtin_isnan(x * 0 / (x - x)));
}

static void library(void) {
    assert(sqrtl(2) * sqrtl(2) != 2 && sqrtl(1e4000L) == 1e2000L && fmodl(1e19L, 10) == 0);
    assert(floorl(-0.5L) == -1 && ceill(9007199254740992.5L) == 9007199254740993.0L && fabsl(-tenth) == tenth);
    char text[64], *end;
    snprintf(text, sizeof text, "%.21Lg %Lf %.0Le", tenth, 1e20L + 0.5L, 1e-4950L);
    assert(strcmp(text, "0.100000000000000000001 100000000000000000000.000000 1e-4950") == 0);
    assert(strtold("0.1x", &end) == tenth && *end == 'x');
    long double read = 0;
    float single = 0;
    assert(sscanf("3.3 0.1", "%Lf %f", &read, &single) == 2 && read == 3.3L && single == 0.1f);
}

static void objects(void) {
    long double *heap = malloc(3 * sizeof *heap);
    for (int i = 0; i < 3; i++)
        heap[i] = table[i] / 3;
    assert(heap[1] == 2.5L / 3);
    free(heap);
    _Atomic long double shared = 1;
    shared += 0.5L;
    assert(shared == 1.5L);
    long double of_each = _Generic(1.0L, double: 0, long double: 1);
    assert(of_each);
    _Atomic double zero = -0.0;
    double plus = 0.0;
    assert(!atomic_compare_exchange_strong(&zero, &plus, 1.0) && 1 / plus < 0); /* bytes are compared */
}

int main(void) {
    layout();
    values();
    library();
    objects();
    return 0;
}

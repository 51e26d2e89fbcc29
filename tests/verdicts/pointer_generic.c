/* expect: safe */
/* _Generic, _Static_assert, designated initialisers with ranges, nested compound literals, statement expressions */
#include <assert.h>
#include <stddef.h>
#include <stdalign.h>
#define kind(x) _Generic((x), int: 1, long: 2, float: 3, double: 4, char *: 5, const char *: 6, default: 0)
#define MAX(a, b) ({ __typeof__(a) _a = (a); __typeof__(b) _b = (b); _a > _b ? _a : _b; })
_Static_assert(sizeof(long) == 8, "LP64");
struct pt {
    int x, y;
};
struct line {
    struct pt a, b;
    const char *n;
};
static int arr[] = {[0 ... 3] = 7, [5] = 9, [2] = 1, 2};
static struct line L = {.b = {.y = 4}, .a.x = 1, .n = "l"};
static struct pt *pp = &(struct pt) {
    3, 4
};
static int area(struct line *l) {
    return (l->b.x - l->a.x) * (l->b.y - l->a.y);
}

int main(void) {
    assert(kind(1) == 1 && kind(1L) == 2 && kind('c') == 1 && kind("s") == 5 && kind((const char *)0) == 6 &&
        kind(1.f) == 3 && kind((short)1) == 0);
    assert(sizeof arr / sizeof *arr == 6 && arr[0] == 7 && arr[2] == 1 && arr[3] == 2 && arr[4] == 0);
    assert(L.a.x == 1 && L.a.y == 0 && L.b.y == 4 && pp->y == 4);
    int i = 0;
    assert(MAX(i++, 5) == 5 && i == 1);
    assert(area(&(struct line){.a = {1, 1}, .b = {3, 4}}) == 6);
    struct pt q[2] = {{1}, {.y = 2}};
    assert(q[0].y == 0 && q[1].x == 0);
    alignas(32) char al[3];
    assert(((size_t)al & 31) == 0);
    assert(__builtin_choose_expr(1, 5, "x") == 5 && __builtin_popcount(255) == 8 && __builtin_ctz(8) == 3 &&
        __builtin_clzll(1) == 63);
    return 0;
}

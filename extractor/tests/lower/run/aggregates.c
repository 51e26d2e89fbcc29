/* Structs and unions by value, bit-fields, initialisers, compound literals. */
#include <assert.h>
#include <stddef.h>
#include <string.h>

struct point { int x, y; };
struct big { long a[40]; char tail[3]; };
struct fields { unsigned a : 3; int b : 5; unsigned : 4; _Bool c : 1; unsigned long d : 40; char e; signed f : 2; };
struct __attribute__((packed)) tight { unsigned a : 7; unsigned long b : 60; unsigned c : 5; short d; };
union either { int i; float f; unsigned char bytes[8]; struct { short low, high; }; };
struct outer { struct point p[2]; struct { int inside; }; const char *name; union either u; };
struct flexible { int n; int items[]; };
enum color { RED, GREEN = 5, BLUE };

static struct point make(int x, int y) { return (struct point){.y = y, .x = x}; }
static struct point add(struct point a, struct point b) { a.x += b.x; a.y += b.y; return a; }
static struct big grow(struct big b) { b.a[39]++; b.tail[2] = 'z'; return b; }

static struct outer table[] = {
    {{{1, 2}, {3, 4}}, {5}, "first", {.f = 1.5f}},
    [2] = {.p[1].y = 7, .inside = 8, .name = "third" + 1},
};
static struct flexible flexible = {3, {1, 2, 3}};

static void bit_fields(void) {
    struct fields f = {5, -3, 1, 1UL << 39, 'x', -1};
    assert(f.a == 5 && f.b == -3 && f.c == 1 && f.d == 1UL << 39 && f.e == 'x' && f.f == -1);
    f.a += 4;
    assert(f.a == 1);
    assert((f.b = 17) == -15);
    f.c = 8;
    assert(f.c == 1);
    assert(f.d++ == 1UL << 39 && f.d == (1UL << 39) + 1);
    assert(--f.f == -2 && (f.f = 5) == 1);
    assert(f.a == 1 && f.e == 'x');
    struct tight t = {0};
    t.b = 0xabcdef012345678UL;
    t.a = 0x55;
    t.c = 21;
    t.d = -2;
    assert(sizeof t == 11 && t.a == 0x55 && t.b == 0xabcdef012345678UL && t.c == 21 && t.d == -2);
    t.b = 0;
    assert(t.a == 0x55 && t.c == 21 && t.b == 0);
    struct fields copy = f;
    copy.a = 7;
    assert(f.a == 1 && copy.b == f.b);
}

static void initialisers(void) {
    int zeros[20] = {0};
    int some[6] = {[4] = 4, 5, [1] = 1};
    int ranges[40] = {[2 ... 30] = 9, [5] = 1};
    char text[8] = "abc", exact[3] = "xyz", list[2][4] = {"ab", "cde"};
    char longer[100] = "a string that is longer than the sixty-four characters which are taken apart one by one";
    struct outer o = {.p = {[1] = {2, 3}}, .u.bytes[2] = 1};
    struct point p = make(1, 2), *q = &(struct point){p.x, 4};
    for (int i = 0; i < 20; i++)
        assert(zeros[i] == 0);
    assert(some[0] == 0 && some[1] == 1 && some[4] == 4 && some[5] == 5);
    assert(ranges[1] == 0 && ranges[2] == 9 && ranges[5] == 1 && ranges[30] == 9 && ranges[31] == 0);
    assert(strcmp(text, "abc") == 0 && text[7] == 0 && exact[2] == 'z' && list[1][2] == 'e' && list[0][3] == 0);
    assert(strlen(longer) == 87 && longer[99] == 0);
    assert(o.p[0].x == 0 && o.p[1].y == 3 && o.name == NULL && o.u.i == 0x10000);
    assert(q->x == 1 && q->y == 4);
    int once = 0;
    int shared[3] = {[0 ... 2] = ++once};
    assert(once == 1 && shared[0] == 1 && shared[2] == 1);
}

int main(void) {
    struct point p = add(make(1, 2), make(3, 4));
    assert(p.x == 4 && p.y == 6 && make(8, 9).y == 9);
    struct big b = {{0}, "ab"};
    b.a[39] = 41;
    struct big c = grow(b);
    assert(c.a[39] == 42 && b.a[39] == 41 && c.tail[2] == 'z' && b.tail[2] == 0);
    b = c;
    assert(b.a[39] == 42 && b.tail[1] == 'b');
    struct point choice = (p.x > 3) ? p : make(0, 0);
    assert(choice.y == 6);
    struct point last = ({ struct point t = p; t.x = 100; t; });
    assert(last.x == 100 && p.x == 4);
    assert(table[0].u.f == 1.5f && table[0].inside == 5 && table[2].p[1].y == 7 && strcmp(table[2].name, "hird") == 0);
    assert(sizeof table / sizeof *table == 3 && flexible.items[2] == 3 && offsetof(struct outer, inside) == 16);
    union either u;
    u.f = 1.0f;
    assert(u.i == 0x3f800000 && u.high == 0x3f80 && u.bytes[3] == 0x3f);
    u = (union either)2.0f;
    assert(u.i == 0x40000000);
    struct point array[3], *end = array + 3;
    int n = 0;
    for (struct point *at = array; at < end; at++)
        *at = make(n, n * n), n++;
    assert(array[2].y == 4 && end - array == 3 && (char *)&array[1] - (char *)array == 8);
    enum color color = BLUE;
    assert(color == 6 && sizeof(color) == 4);
    bit_fields();
    initialisers();
    return 0;
}

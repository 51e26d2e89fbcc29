/* expect: safe */
/* pointers to arrays, functions that return functions, arrays of them, const tables, offsetof, restrict copies */
#include <assert.h>
#include <stddef.h>
#include <string.h>
typedef int (*op)(int, int);
static int add(int a, int b) {
    return a + b;
}

static int sub(int a, int b) {
    return a - b;
}

static op pick(char c) {
    return c == '+' ? add : sub;
}

static int (*(*chooser)(char))(int, int) = pick;
static int (*const tab[2][1])(int, int) = {{add}, {sub}};
struct in {
    char c;
    int v[2];
};
struct out {
    short s;
    struct in i[2];
    double d;
};
static struct in mk(int a) {
    struct in r = {'m', {a, a + 1}};
    return r;
}

static int sum(int m[][3], int n) {
    int s = 0;
    for (int i = 0; i < n; i++) for (int *p = m[i]; p < m[i] + 3; ++p) s += *p;
    return s;
}

int main(void) {
    assert(chooser('+')(2, 3) == 5 && (*pick('-'))(2, 3) == -1 && tab[1][0](1, 1) == 0 && (**add)(1, 2) == 3);
    int m[2][3] = {{1, 2, 3}, {4, 5, 6}};
    int (*r)[3] = m;
    assert((*(r + 1))[2] == 6 && sum(m, 2) == 21 && *(*m + 4) == 5);
    assert(offsetof(struct out, i[1].v[1]) == 4 + 12 + 8 && mk(7).v[1] == 8);
    struct out o;
    memset(&o, 0, sizeof o);
    o.i[1] = mk(3);
    struct in *p = &o.i[1];
    assert((char *)&p->v[1] - (char *)&o == 24 && p[-1].c == 0);
    int *q = &m[1][0];
    assert(q[-1] == 3 && &m[1] - &m[0] == 1 && (void *)m == (void *)&m[0][0]);
    char *e = (char *)m + sizeof m;
    assert(e > (char *)m && e - (char *)q == 12);
    void **vp = (void *[]){&o, 0};
    assert(vp[0] == &o && !vp[1]);
    return 0;
}

// truth: pass
// Pointers to members are passed on: the answer is exact.
#include <assert.h>

static void add(int *p, int n) { *p += n; } struct s { int a, b; };
int main(void) { struct s v = { 1, 2 }; struct s *p = &v; add(&p->b, 3); add(&v.a, 1);
    assert(v.a == 2 && p->b == 5); return 0; }

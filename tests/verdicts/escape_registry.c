/* expect: assert */
/* addresses of locals are kept in a static table by a registration function */
#include <assert.h>

static int *registry[3];
static int used;

static void add(int *p) { if (used < 3) registry[used++] = p; }
static void reset_all(void) { for (int i = 0; i < used; i++) *registry[i] = 0; }

int main(void)
{
    int a = 1, b = 2;
    add(&a);
    add(&b);
    reset_all();
    assert(a == 0);
    assert(b == 2);
    return 0;
}

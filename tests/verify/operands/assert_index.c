// reads: a[i] = 5
// reads: i = 2
// reads: x = 1
// reads: p->y = 9
// reads: p = &n
#include <assert.h>
struct node { int y; struct node *next; };
int a[4] = {1, 2, 5, 4};
int main(void) {
    struct node n = {9, 0};
    struct node *p = &n;
    int i = 2, x = 1;
    assert(a[i] + x == p->y);
    return 0;
}

/* expect: not safe */
/* a pointer member read after another member was written */
#include <stdlib.h>
union u {
    int *p;
    long n;
};
int main(void) {
    int x = 1;
    union u u = {&x};
    u.n = 16;
    return *u.p;
}

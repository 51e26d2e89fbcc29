/* expect: not safe */
/* the order of the bytes of two addresses is the linker's choice */
#include <assert.h>
#include <string.h>

int first, second;

int main(void) {
    int *p = &first, *q = &second;
    int order = memcmp(&p, &q, sizeof p);
    int again = memcmp(&q, &p, sizeof p);
    assert(order != 0 && (order < 0) != (again < 0));
    assert(order == memcmp(&p, &q, sizeof p) && (order < 0 || order > 0) && (order < 0) == 1);
    return 0;
}

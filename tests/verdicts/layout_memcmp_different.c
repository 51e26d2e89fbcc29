/* expect: safe */
/* nodes are compared with memcmp of their pointers: equal only if the same */
#include <string.h>
#include <assert.h>
#include <stdlib.h>
int main(void) {
    int *a = malloc(4), *b = malloc(4);
    int *c = a;
    assert(memcmp(&a, &c, sizeof a) == 0);
    assert(memcmp(&a, &b, sizeof a) != 0);
    free(a);
    free(b);
    return 0;
}

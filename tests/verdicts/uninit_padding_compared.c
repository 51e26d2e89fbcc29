/* expect: not safe */
/* structs compared by their bytes: padding was never set */
#include <string.h>
#include <assert.h>
struct s {
    char c;
    int i;
};
int main(void) {
    struct s a, b;
    a.c = b.c = 1;
    a.i = b.i = 2;
    assert(memcmp(&a, &b, sizeof a) == 0);
    return 0;
}

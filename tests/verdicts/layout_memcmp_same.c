/* expect: safe */
/* structs with the same pointer are equal wherever the object stands; a number that differs comes first */
#include <assert.h>
#include <string.h>

int object;

struct key {
    long number;
    int *where;
};

int main(void) {
    struct key a = {1, &object}, b = {1, &object}, c = {2, 0};
    assert(memcmp(&a, &b, sizeof a) == 0);
    assert(memcmp(&a, &c, sizeof a) < 0);
    return 0;
}

/* expect: not safe */
/* gcc: members whose bytes stand in the other order */
#include <assert.h>
struct s { unsigned short value; } __attribute__((scalar_storage_order("big-endian")));
int main(void) {
    struct s s = {1};
    assert(*(unsigned char *)&s == 1);
    return 0;
}

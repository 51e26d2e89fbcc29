/* expect: safe */
/* an assertion at compile time and one on sizes */
#include <assert.h>
#include <stddef.h>

struct hdr { char tag; int len; short crc; };
_Static_assert(sizeof(struct hdr) == 12, "layout");

int main(void)
{
    assert(offsetof(struct hdr, len) == 4 && offsetof(struct hdr, crc) == 8);
    assert(_Alignof(struct hdr) == 4);
    return 0;
}

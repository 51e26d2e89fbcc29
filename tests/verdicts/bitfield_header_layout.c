/* expect: safe */
/* the fields of a protocol header lie where gcc puts them */
#include <assert.h>
#include <string.h>

struct ip { unsigned char ihl : 4, version : 4; unsigned char tos; };

int main(void)
{
    unsigned char wire[2] = { 0x45, 0x10 };
    struct ip h;
    memcpy(&h, wire, sizeof h);
    assert(h.version == 4 && h.ihl == 5 && h.tos == 0x10);
    h.version = 6;
    memcpy(wire, &h, sizeof h);
    assert(wire[0] == 0x65);
    return 0;
}

/* expect: safe */
/* arrays that are initialised by strings: their sizes and their ends */
#include <assert.h>

static char tag[3] = "abc";
static char name[] = "abc";
static const char *ptr = "abc";

int main(void)
{
    assert(sizeof tag == 3 && sizeof name == 4);
    assert(name[3] == 0 && ptr[3] == 0);
    name[1] = tag[2];
    assert(name[1] == 'c' && ptr[1] == 'b');
    return 0;
}

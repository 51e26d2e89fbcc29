/* expect: safe */
/* a string and its end fit */
#include <assert.h>
#include <string.h>

static struct { char name[8]; int id; } dev = { "", 5 };

int main(void)
{
    strcpy(dev.name, "serial0");
    assert(dev.id == 5 && strlen(dev.name) == 7);
    strncpy(dev.name, "abc", 4);
    assert(dev.name[3] == 0 && dev.name[4] == 'a');
    return 0;
}

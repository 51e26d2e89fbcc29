/* expect: assert */
/* snprintf cuts its text at the size that it is given */
#include <assert.h>
#include <stdio.h>
#include <string.h>

static char name[4] = "abc";

int main(void)
{
    snprintf(name, sizeof name, "%d", 12345);
    assert(strcmp(name, "123") == 0);
    assert(name[0] == 'a');
    return 0;
}

/* expect: safe */
/* a table of names with a row for each state of the enumeration */
#include <assert.h>
enum state { CLOSED, LISTEN, OPEN, STATES };
static const char *const name[STATES] = { [OPEN] = "open", [CLOSED] = "closed", [LISTEN] = "listen" };

int main(void)
{
    for (enum state s = CLOSED; s < STATES; s++)
        assert(name[s] != 0);
    assert(name[LISTEN][0] == 'l');
    return 0;
}

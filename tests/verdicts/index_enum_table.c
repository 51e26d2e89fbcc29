/* expect: bounds */
/* a table of names has one row less than the enumeration has states */
enum state { CLOSED, LISTEN, OPEN, STATES };
static const char *const name[STATES - 1] = { "closed", "listen" };

static const char *describe(enum state s) { return name[s]; }

int main(void)
{
    const char *last = 0;
    for (enum state s = CLOSED; s < STATES; s++)
        last = describe(s);
    return last == 0;
}

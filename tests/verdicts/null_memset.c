/* expect: null */
/* an object is cleared with memset, and its pointer is used afterwards */
#include <string.h>

static int hits;
struct session { int id; int *counter; };

static void reset(struct session *s) { memset(s, 0, sizeof *s); s->id = 1; }

int main(void)
{
    struct session s = { 7, &hits };
    ++*s.counter;
    reset(&s);
    ++*s.counter;
    return 0;
}

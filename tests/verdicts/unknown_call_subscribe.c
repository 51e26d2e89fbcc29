/* expect: not safe, not real */
/* a function outside of the sources is given a callback, and may call it at once */
#include <assert.h>

void subscribe(void (*on_event)(void));

static int events;
static void count(void) { events++; }

int main(void)
{
    subscribe(count);
    assert(events == 0);
    return 0;
}

/* expect: safe */
/* states are functions, and each gives the next one */
#include <assert.h>

struct machine;
typedef void (*state_fn)(struct machine *, int);
struct machine { state_fn state; int sent; };

static void idle(struct machine *m, int event);
static void busy(struct machine *m, int event) { if (event == 0) m->state = idle; else m->sent += event; }
static void idle(struct machine *m, int event) { if (event > 0) { m->state = busy; m->sent += event; } }

int main(void)
{
    struct machine m = { idle, 0 };
    int events[] = { 0, 2, 3, 0, 0 };
    for (int i = 0; i < 5; i++)
        m.state(&m, events[i]);
    assert(m.state == idle && m.sent == 5);
    return 0;
}

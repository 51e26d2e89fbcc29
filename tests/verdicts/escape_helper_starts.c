/* expect: safe */
/* a helper starts the thread on a local of its caller, which joins before it reads */
#include <assert.h>
#include <pthread.h>

struct task { pthread_t id; int done; };

static void *run(void *arg) { ((struct task *)arg)->done = 1; return 0; }
static int start(struct task *t) { return pthread_create(&t->id, 0, run, t); }
static void finish(struct task *t) { pthread_join(t->id, 0); }

int main(void)
{
    struct task a = { .done = 0 }, b = { .done = 0 };
    start(&a);
    start(&b);
    finish(&b);
    finish(&a);
    assert(a.done + b.done == 2);
    return 0;
}

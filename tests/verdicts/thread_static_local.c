/* expect: assert */
/* a static local is shared by all threads that call the function */
#include <assert.h>
#include <pthread.h>

static int next_id(void)
{
    static int last;
    last = last + 1;
    return last;
}
static int id[2];
static void *run(void *arg) { *(int *)arg = next_id(); return 0; }

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, run, &id[0]);
    run(&id[1]);
    pthread_join(t, 0);
    assert(id[0] != id[1]);
    return 0;
}

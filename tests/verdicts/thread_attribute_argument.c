/* expect: assert */
/* the context of a thread is changed after the thread was started */
#include <assert.h>
#include <pthread.h>

struct job { int first, last; };
static int covered[4];

static void *run(void *arg)
{
    struct job *j = arg;
    for (int i = j->first; i < j->last; i++)
        covered[i] = 1;
    return 0;
}

int main(void)
{
    pthread_t t[2];
    static struct job j;
    for (int i = 0; i < 2; i++) {
        j.first = i;
        j.last = i + 1;
        pthread_create(&t[i], 0, run, &j);
    }
    pthread_join(t[0], 0);
    pthread_join(t[1], 0);
    assert(covered[0] && covered[1]);
    return 0;
}

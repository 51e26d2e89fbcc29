/* expect: assert */
/* both threads are given the address of the loop variable instead of its value */
#include <assert.h>
#include <pthread.h>

static int got[3];
static void *run(void *arg) { got[*(int *)arg] = 1; return 0; }

int main(void)
{
    pthread_t t[2];
    int i;
    for (i = 0; i < 2; i++)
        pthread_create(&t[i], 0, run, &i);
    pthread_join(t[0], 0);
    pthread_join(t[1], 0);
    assert(got[0] == 1 && got[1] == 1); /* i may be 1 or 2 when it is read */
    return 0;
}

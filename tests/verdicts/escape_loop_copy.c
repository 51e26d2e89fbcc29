/* expect: safe */
/* each thread is given its own element of an array of indices */
#include <assert.h>
#include <pthread.h>

static int got[2];
static void *run(void *arg) { got[*(int *)arg] = 1; return 0; }

int main(void)
{
    pthread_t t[2];
    int index[2];
    for (int i = 0; i < 2; i++) {
        index[i] = i;
        pthread_create(&t[i], 0, run, &index[i]);
    }
    pthread_join(t[0], 0);
    pthread_join(t[1], 0);
    assert(got[0] == 1 && got[1] == 1);
    return 0;
}

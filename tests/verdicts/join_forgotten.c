/* expect: assert */
/* the part of the second thread is looked at before that thread was joined */
#include <assert.h>
#include <pthread.h>

static int part[2];
static void *fill(void *arg) { *(int *)arg = 1; return 0; }

int main(void)
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], 0, fill, &part[i]);
    pthread_join(t[0], 0);
    assert(part[0] == 1);
    assert(part[1] == 1);
    pthread_join(t[1], 0);
    return 0;
}

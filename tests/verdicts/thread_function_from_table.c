/* expect: safe */
/* what a thread runs comes out of a table */
#include <assert.h>
#include <pthread.h>

static int out[2];
static void *inc(void *u) { out[0] += 1; return 0; }
static void *dec(void *u) { out[1] -= 1; return 0; }
static void *(*const job[])(void *) = { inc, dec };

int main(void)
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], 0, job[i], 0);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    assert(out[0] == 1 && out[1] == -1);
    return 0;
}

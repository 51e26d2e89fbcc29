// expect: pass
/* Peterson's algorithm with volatile flags: right where memory is sequentially consistent. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static volatile int flag[2];
static volatile int turn;
static int inside;

static void enter(int me)
{
    int other = 1 - me;
    flag[me] = 1;
    turn = other;
    while (flag[other] && turn == other)
        ;
}

static void *worker(void *arg)
{
    int me = (int)(long)arg;
    for (int i = 0; i < 2; i++) {
        enter(me);
        inside++;
        assert(inside == 1);
        inside--;
        flag[me] = 0;
    }
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, worker, (void *)(long)i);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    return 0;
}

/* expect: safe */
/* The thread that stores its address last finds it */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static _Atomic(int *) place;
static atomic_int own;

static void *work(void *u)
{
    int mine = 0;
    (void)u;
    place = &mine;
    if (place == &mine)
        own++;
    return 0;
}

int main(void)
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], 0, work, 0);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    assert(own >= 1);
    return 0;
}

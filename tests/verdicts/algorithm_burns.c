/* expect: safe */
/* Burns: a thread looks at those of lower numbers twice, and waits for those of higher ones. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#define N 2
static atomic_int wants[N];
static int inside;

static void enter(int i) {
again:
    wants[i] = 0;
    for (int j = 0; j < i; j++)
        if (wants[j])
            goto again;
    wants[i] = 1;
    for (int j = 0; j < i; j++)
        if (wants[j])
            goto again;
    for (int j = i + 1; j < N; j++)
        while (wants[j])
            ;
}

static void *worker(void *number) {
    int i = (int)(intptr_t)number;
    enter(i);
    inside++;
    assert(inside == 1);
    inside--;
    wants[i] = 0;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, (void *)1);
    worker(0);
    pthread_join(t, 0);
    return 0;
}

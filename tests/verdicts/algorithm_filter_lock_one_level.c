/* expect: assert */
/* As algorithm_filter_lock, with one level too few for three threads. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#define N 3
static atomic_int level[N], last[N];
static atomic_int count;

static void enter(int i) {
    for (int l = 1; l < N - 1; l++) {
        level[i] = l;
        last[l] = i;
        for (int k = 0; k < N; k++)
            while (k != i && level[k] >= l && last[l] == i)
                ;
    }
}

static void *worker(void *number) {
    int i = (int)(intptr_t)number;
    enter(i);
    int before = count;
    count = before + 1;
    level[i] = 0;
    return 0;
}

int main(void) {
    pthread_t t[N];
    for (intptr_t i = 0; i < N; i++)
        pthread_create(&t[i], 0, worker, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], 0);
    assert(count == N);
    return 0;
}

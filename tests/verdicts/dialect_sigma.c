/* expect: assert */
/* SV-COMP sigma: unlocked sum of many */
extern void abort(void);
#include <assert.h>
void reach_error() {
    assert(0);
}

#include <stdlib.h>
#include <pthread.h>
const int SIGMA = 6;
int *array;
int array_index = 0;
void *thread(void *arg) {
    array[array_index] = 1;
    return 0;
}

int main() {
    int tid, sum;
    pthread_t *t;
    t = (pthread_t *)malloc(sizeof(pthread_t) * SIGMA);
    array = (int *)malloc(sizeof(int) * SIGMA);
    if (!t || !array) abort();
    for (tid = 0; tid < SIGMA; tid++) {
        pthread_create(&t[tid], 0, thread, 0);
        array_index++;
    }
    for (tid = 0; tid < SIGMA; tid++) {
        pthread_join(t[tid], 0);
    }
    for (tid = sum = 0; tid < SIGMA; tid++) {
        sum += array[tid];
    }
    if (sum != SIGMA) {
        ERROR: {
            reach_error();
            abort();
        }
    }
    return 0;
}

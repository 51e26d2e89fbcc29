/* expect: safe */
/* pthread-divine: ring of ints between reader and writer */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
void reach_error() {
    assert(0);
}

extern void abort(void);
#define SIZE 2
#define ITEMS 4
typedef struct {
    int q[SIZE];
    volatile int reader, writer;
} Ring;
Ring *ring;
void enqueue(Ring *r, int x) {
    while ((r->writer + 1) % SIZE == r->reader);
    r->q[r->writer] = x;
    r->writer = (r->writer + 1) % SIZE;
}

int dequeue(Ring *r) {
    int x = r->q[r->reader];
    r->reader = (r->reader + 1) % SIZE;
    return x;
}

int empty(Ring *r) {
    return r->reader == r->writer;
}

void *reader(void *x) {
    int val = 0, i = 0;
    while (i < ITEMS) {
        if (!empty(ring)) {
            val = dequeue(ring);
            if (val != i) {
                reach_error();
                abort();
            }
            i++;
        }
    }
    if (!empty(ring)) {
        reach_error();
        abort();
    }
    return (void *)(long)val;
}

int main() {
    pthread_t t;
    ring = malloc(sizeof(Ring));
    ring->reader = ring->writer = 0;
    pthread_create(&t, NULL, reader, NULL);
    for (int i = 0; i < ITEMS; i++) enqueue(ring, i);
    void *r;
    pthread_join(t, &r);
    assert((long)r == ITEMS - 1);
    free(ring);
    return 0;
}

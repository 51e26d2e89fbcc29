/* expect: safe */
/* An object is freed two epochs after it was taken out, when no reader is in an old epoch. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(int *) current;
static atomic_int epoch = 1, reader_in;

static void *reads(void *unused) {
    int now = epoch;
    reader_in = now;
    if (epoch == now) {
        int *p = current;
        assert(*p == 1 || *p == 2);
    }
    reader_in = 0;
    return unused;
}

static int *made(int value) {
    int *p = malloc(sizeof *p);
    *p = value;
    return p;
}

int main(void) {
    pthread_t t;
    current = made(1);
    pthread_create(&t, 0, reads, 0);
    int *old = atomic_exchange(&current, made(2));
    epoch++;
    while (reader_in != 0 && reader_in != epoch)
        ;
    free(old);
    pthread_join(t, 0);
    free(current);
    return 0;
}

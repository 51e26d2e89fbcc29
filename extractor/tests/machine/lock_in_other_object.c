// The same, with the lock of the other object: an update is lost.
// ends: 1 2
#include <pthread.h>
#include <stdlib.h>

struct box { pthread_mutex_t m; int v; } *box[2];

static void *work(void *arg) {
    struct box *b = box[(long)arg];
    pthread_mutex_lock(&b->m);
    box[0]->v = box[0]->v + 1;
    pthread_mutex_unlock(&b->m);
    return 0;
}

int main(void) {
    pthread_t t;
    for (int i = 0; i < 2; i++) {
        box[i] = malloc(sizeof *box[i]);
        pthread_mutex_init(&box[i]->m, 0);
        box[i]->v = 0;
    }
    pthread_create(&t, 0, work, (void *)1);
    work(0);
    pthread_join(t, 0);
    return box[0]->v;
}

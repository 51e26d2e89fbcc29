// Objects of the heap with a lock inside, reached through a pointer that changes: each access has the lock of its object.
// ends: 2
// races: 0
#include <pthread.h>
#include <stdlib.h>

struct box { pthread_mutex_t m; int v; } *box[2];

static void *work(void *arg) {
    for (int i = 0; i < 2; i++) {
        struct box *b = box[i];
        pthread_mutex_lock(&b->m);
        b->v = b->v + 1;
        pthread_mutex_unlock(&b->m);
    }
    return 0;
}

int main(void) {
    pthread_t t;
    for (int i = 0; i < 2; i++) {
        box[i] = malloc(sizeof *box[i]);
        pthread_mutex_init(&box[i]->m, 0);
        box[i]->v = 0;
    }
    pthread_create(&t, 0, work, 0);
    work(0);
    pthread_join(t, 0);
    return box[0]->v == 2 && box[1]->v == 2 ? 2 : 1;
}

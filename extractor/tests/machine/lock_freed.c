// A lock on the heap is freed while another thread may still want it.
// ends: 0
// fails: Freed
#include <pthread.h>
#include <stdlib.h>

pthread_mutex_t *m;

static void *work(void *arg) {
    pthread_mutex_lock(m);
    pthread_mutex_unlock(m);
    return 0;
}

int main(void) {
    pthread_t t;
    m = malloc(sizeof *m);
    pthread_mutex_init(m, 0);
    pthread_create(&t, 0, work, 0);
    pthread_mutex_lock(m);
    pthread_mutex_unlock(m);
    free(m);
    pthread_join(t, 0);
    return 0;
}

/* expect: safe */
/* goblint: per-element locks, no race */
#include <pthread.h>
#define N 3
struct {
    int data;
    pthread_mutex_t m;
} cache[N];
void init(void) {
    for (int i = 0; i < N; i++) {
        cache[i].data = 0;
        pthread_mutex_init(&cache[i].m, NULL);
    }
}

void upd(int i) {
    pthread_mutex_lock(&cache[i].m);
    cache[i].data++;
    pthread_mutex_unlock(&cache[i].m);
}

void *f(void *arg) {
    for (int i = 0; i < N; i++) upd(i);
    return NULL;
}

int main(void) {
    init();
    pthread_t a;
    pthread_create(&a, NULL, f, NULL);
    for (int i = N - 1; i >= 0; i--) upd(i);
    pthread_join(a, NULL);
    return 0;
}

// expect: pass
// The only pointer is in a frame of another thread, that another function waits in.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
static void others(void) {
    for (int i = 0; i < 3; i++) {
        int *o = malloc(sizeof *o);
        *o = 100 + i;
    }
}
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *hold(void *p) {
    int *mine = p;
    pthread_mutex_lock(&lock);
    assert(*mine == 5);
    pthread_mutex_unlock(&lock);
    return 0;
}
int main(void) {
    pthread_t t;
    int *p = malloc(sizeof *p);
    *p = 5;
    pthread_mutex_lock(&lock);
    pthread_create(&t, 0, hold, p);
    p = 0;
    others();
    pthread_mutex_unlock(&lock);
    pthread_join(t, 0);
    return 0;
}

/* expect: safe */
/* A rendezvous of two threads by two condition variables and turns. */
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ping = PTHREAD_COND_INITIALIZER, pong = PTHREAD_COND_INITIALIZER;
static int turn, count;
static void *second(void *u) {
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&m);
        while (turn != 1)
            pthread_cond_wait(&ping, &m);
        assert(count % 2 == 1);
        count++, turn = 0;
        pthread_cond_signal(&pong);
        pthread_mutex_unlock(&m);
    }
    return u;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, second, 0);
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&m);
        while (turn != 0)
            pthread_cond_wait(&pong, &m);
        assert(count % 2 == 0);
        count++, turn = 1;
        pthread_cond_signal(&ping);
        pthread_mutex_unlock(&m);
    }
    pthread_join(t, 0);
    assert(count == 4);
    return 0;
}

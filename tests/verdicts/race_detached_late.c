/* expect: race */
/* A detached thread writes while main reads. */
#include <pthread.h>
#include <unistd.h>
static int done;
static void *works(void *u) { done = 1; return u; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, works, 0);
    pthread_detach(t);
    sleep(1);
    return done;
}

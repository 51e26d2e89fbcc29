/* expect: safe */
/* Each thread has its own. */
#include <pthread.h>
static _Thread_local int own;
static void *writes(void *p) { own = 1; return p; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, writes, 0);
    own = 2;
    pthread_join(t, 0);
    return own != 2;
}

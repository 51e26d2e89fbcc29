/* expect: race */
/* The address of a thread's own variable is given to another one. */
#include <pthread.h>
static _Thread_local int own;
static void *writes(void *p) { *(int *)p = 1; return 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, writes, &own);
    own = 2;
    pthread_join(t, 0);
    return 0;
}

/* expect: safe */
/* all threads have one process number */
#include <unistd.h>
#include <pthread.h>
#include <assert.h>
static void *t(void *a) {
    return (void *)(long)getpid();
}

int main(void) {
    pthread_t a;
    void *r;
    pthread_create(&a, 0, t, 0);
    pthread_join(a, &r);
    assert((long)r == getpid());
    return 0;
}

/* expect: assert */
/* ticket lock whose counter is not raised atomically */
#include <pthread.h>
#include <assert.h>
volatile unsigned next, serving;
int in;
void *t(void *a) {
    unsigned me = next;
    next = me + 1;
    while (serving != me) ;
    in++;
    assert(in == 1);
    in--;
    serving++;
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, t, 0);
    pthread_create(&b, 0, t, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}

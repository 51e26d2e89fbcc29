// expect: pass
// The only pointer is the result of a thread that has ended.
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
static void *make(void *unused) {
    int *p = malloc(sizeof *p);
    *p = 5;
    return (void)unused, p;
}
int main(void) {
    pthread_t t;
    void *p;
    pthread_create(&t, 0, make, 0);
    others();
    pthread_join(t, &p);
    others();
    assert(*(int *)p == 5);
    return 0;
}

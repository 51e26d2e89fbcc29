// expect: pass
// The only pointer belongs to a key.
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
static pthread_key_t key;
int main(void) {
    int *p = malloc(sizeof *p);
    *p = 5;
    pthread_key_create(&key, 0);
    pthread_setspecific(key, p);
    p = 0;
    others();
    assert(*(int *)pthread_getspecific(key) == 5);
    return 0;
}

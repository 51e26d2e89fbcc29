// reads: mine = 2
// reads: total = 3
#include <assert.h>
#include <pthread.h>
int total = 3;
static void *check(void *p) {
    int mine = *(int *)p;
    assert(mine == total);
    return 0;
}
int main(void) {
    pthread_t t;
    int arguments[2] = {3, 2};
    for (int i = 0; i < 2; i++) {
        pthread_create(&t, 0, check, &arguments[i]);
        pthread_join(t, 0);
    }
    return 0;
}

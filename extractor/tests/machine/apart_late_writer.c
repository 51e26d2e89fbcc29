// A static that only one thread touches, until another does so late: the promise is broken.
// ends: 0 1 2
// begins anew
#include <pthread.h>

int x, y, go;

static void *first(void *arg) {
    x = 1;
    x = x + 1;
    go = 1;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, first, 0);
    int seen = 0;
    if (go == 0)
        seen = x;
    pthread_join(t, 0);
    return seen;
}

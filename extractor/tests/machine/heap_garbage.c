// What was freed, and how often, does not tell states apart: the loop comes to an end.
// ends: 1
// states: 40
#include <pthread.h>
#include <stdlib.h>

int stop;

static void *work(void *arg) {
    while (!stop) {
        int *p = malloc(sizeof *p);
        *p = 5;
        free(p);
    }
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    stop = 1;
    pthread_join(t, 0);
    return stop;
}

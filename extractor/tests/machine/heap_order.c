// Two threads allocate: who is first does not tell states apart.
// ends: 3
// states: 60
#include <pthread.h>
#include <stdlib.h>

int *p[2];

static void *work(void *arg) {
    long me = (long)arg;
    p[me] = malloc(sizeof(int));
    *p[me] = me + 1;
    return 0;
}

int main(void) {
    pthread_t t[2];
    for (long i = 0; i < 2; i++)
        pthread_create(&t[i], 0, work, (void *)i);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    return *p[0] + *p[1];
}

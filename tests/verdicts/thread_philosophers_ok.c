/* expect: safe */
/* the last philosopher takes the lower fork first */
#include <pthread.h>
#include <stdlib.h>

struct fork_ { pthread_mutex_t m; };
static struct fork_ *forks[3];

static void *eat(void *arg)
{
    long i = (long)arg, a = i, b = (i + 1) % 3;
    if (a > b) {
        long c = a;
        a = b;
        b = c;
    }
    pthread_mutex_lock(&forks[a]->m);
    pthread_mutex_lock(&forks[b]->m);
    pthread_mutex_unlock(&forks[b]->m);
    pthread_mutex_unlock(&forks[a]->m);
    return 0;
}

int main(void)
{
    pthread_t t[2];
    for (int i = 0; i < 3; i++) {
        forks[i] = malloc(sizeof *forks[i]);
        if (!forks[i])
            return 0;
        pthread_mutex_init(&forks[i]->m, 0);
    }
    for (long i = 0; i < 2; i++)
        pthread_create(&t[i], 0, eat, (void *)(i + 1));
    eat(0);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    for (int i = 0; i < 3; i++)
        free(forks[i]);
    return 0;
}

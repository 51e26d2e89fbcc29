/* expect: deadlock */
/* cigarette smokers: naive semaphores */
#include <semaphore.h>
#include <pthread.h>
static sem_t tob, pap, mat, agent;
static void *ag(void *x) {
    for (int i = 0; i < 2; i++) {
        sem_wait(&agent);
        if (i) {
            sem_post(&tob);
            sem_post(&mat);
        } else {
            sem_post(&tob);
            sem_post(&pap);
        }
    }
    return 0;
}

static void *s1(void *x) {
    sem_wait(&tob);
    sem_wait(&pap);
    sem_post(&agent);
    return 0;
}

static void *s2(void *x) {
    sem_wait(&tob);
    sem_wait(&mat);
    sem_post(&agent);
    return 0;
}

int main(void) {
    sem_init(&tob, 0, 0);
    sem_init(&pap, 0, 0);
    sem_init(&mat, 0, 0);
    sem_init(&agent, 0, 1);
    pthread_t a, b, c;
    pthread_create(&a, 0, ag, 0);
    pthread_create(&b, 0, s1, 0);
    pthread_create(&c, 0, s2, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    pthread_join(c, 0);
    return 0;
}

/* expect: not safe */
/* a detached thread uses a local of the function that started it, after its return */
#include <pthread.h>
#include <semaphore.h>

static sem_t go, done;
static int seen;

static void *run(void *context)
{
    sem_wait(&go);
    seen = *(int *)context;
    sem_post(&done);
    return 0;
}
static void launch(void)
{
    int job = 4;
    pthread_t t;
    pthread_create(&t, 0, run, &job);
    pthread_detach(t);
}

int main(void)
{
    sem_init(&go, 0, 0);
    sem_init(&done, 0, 0);
    launch();
    sem_post(&go);
    sem_wait(&done);
    return 0;
}

/* expect: safe */
/* posix: named semaphores between threads */
#include <semaphore.h>
#include <fcntl.h>
#include <assert.h>
#include <pthread.h>
static int x;
static void *t(void *a) {
    sem_t *s = a;
    sem_wait(s);
    x++;
    sem_post(s);
    return 0;
}

int main(void) {
    sem_t *s = sem_open("/mine", O_CREAT, 0600, 1);
    if (s == SEM_FAILED) return 1;
    pthread_t a, b;
    pthread_create(&a, 0, t, s);
    pthread_create(&b, 0, t, s);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(x == 2);
    sem_close(s);
    sem_unlink("/mine");
    return 0;
}

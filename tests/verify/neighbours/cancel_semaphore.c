// expect: pass
#include <pthread.h>
#include <semaphore.h>
sem_t s;
void *w(void *u) { sem_wait(&s); return 0; }
int main(void) { pthread_t t; void *r; sem_init(&s, 0, 0); pthread_create(&t, 0, w, 0); pthread_cancel(t); pthread_join(t, &r); if (r != PTHREAD_CANCELED) return *(int *)0; return 0; }

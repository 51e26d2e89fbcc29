/* expect: race */
/* goblint: race through a pointer to one of two globals chosen by an input */
#include <pthread.h>
#include <stdio.h>
int __VERIFIER_nondet_int(void);
int g1, g2;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *f(void *p) {
    pthread_mutex_lock(&m);
    g2++;
    pthread_mutex_unlock(&m);
    return NULL;
}

int main(void) {
    pthread_t id;
    int *p = __VERIFIER_nondet_int() ? &g1 : &g2;
    pthread_create(&id, NULL, f, NULL);
    (*p)++;
    pthread_join(id, NULL);
    return 0;
}

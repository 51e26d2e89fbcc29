/* expect: null */
/* double-checked locking publishes the object before its member */
#include <pthread.h>
#include <stdlib.h>
struct s {
    int *p;
};
static struct s *inst;
static int val = 3;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static struct s *get(void) {
    if (!inst) {
        pthread_mutex_lock(&m);
        if (!inst) {
            inst = calloc(1, sizeof *inst);
            inst->p = &val;
        }
        pthread_mutex_unlock(&m);
    }
    return inst;
}

static void *t(void *x) {
    return (void *)(long)*get()->p;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, t, 0);
    pthread_create(&b, 0, t, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}

/* expect: race */
/* As race_heap_published; a member is set after it is published. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
struct item { int a, b; };
static _Atomic(struct item *) published;
static void *makes(void *u) {
    struct item *i = malloc(sizeof *i);
    i->a = 1;
    i->b = 0;
    atomic_store(&published, i);
    i->b = 2;
    return u;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, makes, 0);
    struct item *i = atomic_load(&published);
    int sum = i ? i->a + i->b : 3;
    pthread_join(t, 0);
    return sum == 77;
}

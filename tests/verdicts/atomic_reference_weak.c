/* expect: memory */
/* A weak reference becomes a strong one by an increment, also when the count is 0 already. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
struct shared { atomic_int strong; int value; };
static struct shared *object;
static void drop(struct shared *s) {
    if (atomic_fetch_sub(&s->strong, 1) == 1)
        free(s);
}
static struct shared *upgrade(struct shared *s) {
    atomic_fetch_add(&s->strong, 1);
    return s;
}
static void *uses(void *weak) {
    struct shared *s = upgrade(weak);
    s->value++;
    drop(s);
    return 0;
}
int main(void) {
    pthread_t t;
    object = malloc(sizeof *object);
    atomic_init(&object->strong, 1);
    object->value = 0;
    pthread_create(&t, 0, uses, object);
    drop(object);
    pthread_join(t, 0);
    return 0;
}

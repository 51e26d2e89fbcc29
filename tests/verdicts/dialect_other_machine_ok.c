/* expect: safe */
/* a source that was preprocessed for a machine of 32 bits: smaller locks, and both threads take the same */
typedef unsigned int size_t;
typedef unsigned long int pthread_t;
typedef union { struct { int lock; unsigned count; int owner, kind; unsigned users; } data; char size[24]; } pthread_mutex_t;
typedef union { char size[36]; long align; } pthread_attr_t;
extern void *malloc(size_t size);
extern int pthread_create(pthread_t *t, const pthread_attr_t *a, void *(*start)(void *), void *argument);
extern int pthread_join(pthread_t t, void **result);
extern int pthread_mutex_init(pthread_mutex_t *m, const void *attributes);
extern int pthread_mutex_lock(pthread_mutex_t *m);
extern int pthread_mutex_unlock(pthread_mutex_t *m);
extern void __VERIFIER_error(void);
static pthread_mutex_t m, other = {{0, 0, 0, 0, 0}};
static int *n;
static void *add(void *which) {
    pthread_mutex_lock(which);
    ++*n;
    pthread_mutex_unlock(which);
    return 0;
}
int main() {
    pthread_t a, b;
    n = malloc(sizeof *n);
    *n = 0;
    pthread_mutex_init(&m, 0);
    pthread_create(&a, 0, add, &m);
    pthread_create(&b, 0, add, &m);
    pthread_join(a, 0);
    pthread_join(b, 0);
    if (*n != 2) { ERROR: __VERIFIER_error(); }
    return 0;
}

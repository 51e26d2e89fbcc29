/* expect: assert */
/* As dialect_wmm_store_buffering, with a buffer of its own for each write, as the wmm set writes it down. */
#include <pthread.h>
void reach_error(void) { }
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern _Bool __VERIFIER_nondet_bool(void);
int x, y, r1, r2;
int x_buffer, x_delayed;
static void flush(void) {
    if (x_delayed) { x = x_buffer; x_delayed = 0; }
}
static void *p0(void *a) {
    __VERIFIER_atomic_begin();
    x_buffer = 1;
    x_delayed = __VERIFIER_nondet_bool();
    if (!x_delayed) x = 1;
    __VERIFIER_atomic_end();
    __VERIFIER_atomic_begin(); r1 = y; __VERIFIER_atomic_end();
    __VERIFIER_atomic_begin(); flush(); __VERIFIER_atomic_end();
    return a;
}
static void *p1(void *a) {
    __VERIFIER_atomic_begin(); y = 1; __VERIFIER_atomic_end();
    __VERIFIER_atomic_begin(); r2 = x; __VERIFIER_atomic_end();
    return a;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, p0, 0);
    pthread_create(&b, 0, p1, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    if (r1 == 0 && r2 == 0)
        reach_error();
    return 0;
}

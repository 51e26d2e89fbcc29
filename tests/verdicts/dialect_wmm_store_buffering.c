/* expect: safe */
/* Store buffering, in the style of the wmm set: under sequential consistency both cannot read 0. */
#include <pthread.h>
void reach_error(void) { }
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
int x, y, r1, r2;
static void *p0(void *a) {
    __VERIFIER_atomic_begin(); x = 1; __VERIFIER_atomic_end();
    __VERIFIER_atomic_begin(); r1 = y; __VERIFIER_atomic_end();
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

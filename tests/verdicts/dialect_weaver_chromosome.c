/* expect: safe */
/* Two threads that compare the same sequences say opposite things, in the style of the weaver set. */
#include <pthread.h>
void reach_error(void) { }
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
void assume_abort_if_not(int c) { if (!c) __builtin_exit(0); }
int a[3], b[3], n, r1, r2;
static int compare(int *x, int *y) {
    for (int i = 0; i < n; i++) {
        __VERIFIER_atomic_begin();
        int u = x[i], v = y[i];
        __VERIFIER_atomic_end();
        if (u != v)
            return u < v ? -1 : 1;
    }
    return 0;
}
static void *one(void *u) { r1 = compare(a, b); return u; }
static void *two(void *u) { r2 = compare(b, a); return u; }
int main(void) {
    pthread_t s, t;
    n = __VERIFIER_nondet_int();
    assume_abort_if_not(n >= 0 && n <= 2);
    for (int i = 0; i < n; i++) {
        a[i] = __VERIFIER_nondet_int();
        b[i] = __VERIFIER_nondet_int();
    }
    pthread_create(&s, 0, one, 0);
    pthread_create(&t, 0, two, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
    if (r1 + r2 != 0)
        reach_error();
    return 0;
}

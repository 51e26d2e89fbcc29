/* expect: assert */
/* three inputs sorted by a network of two threads and a barrier without its last step */
#include <pthread.h>
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {
}

int v[3];
static void cmpx(int *a, int *b) {
    if (*a > *b) {
        int t = *a;
        *a = *b;
        *b = t;
    }
}

void *t(void *p) {
    cmpx(&v[0], &v[1]);
    return 0;
}

int main(void) {
    for (int i = 0; i < 3; i++) v[i] = __VERIFIER_nondet_int();
    pthread_t x;
    pthread_create(&x, 0, t, 0);
    pthread_join(x, 0);
    cmpx(&v[1], &v[2]);
    if (v[0] > v[1] || v[1] > v[2] || v[0] > v[2]) reach_error();
    return 0;
}

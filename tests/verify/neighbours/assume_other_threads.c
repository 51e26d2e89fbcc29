// expect: pass
#include <pthread.h>
#include <assert.h>
void __VERIFIER_assume(int); int __VERIFIER_nondet_int(void); _Bool __VERIFIER_nondet_bool(void);
int x, go;
void *w(void *u) { __VERIFIER_assume(go == 1); x = 1; return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, w, 0); pthread_join(t, 0); assert(x == 1); return 0; }

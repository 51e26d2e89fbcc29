// truth: fail assertion
// The thread is started in a helper and writes through a member.
#include <assert.h>
#include <pthread.h>

struct w { pthread_t t; int *r; };
void *f(void *u) { struct w *w = u; *w->r = 1; return 0; }
static void run(struct w *w) { pthread_create(&w->t, 0, f, w); pthread_join(w->t, 0); }
int main(void) { int r = 0; struct w w; w.r = &r; run(&w); assert(r == 0); }

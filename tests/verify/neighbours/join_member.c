// expect: fail assertion
#include <assert.h>
#include <pthread.h>
struct s { int v; } g;
void *w(void *u) { return &g; }
int main(void) { pthread_t t; struct s *r; pthread_create(&t, 0, w, 0); pthread_join(t, (void **)&r); r->v = 3; assert(g.v == 0); return 0; }

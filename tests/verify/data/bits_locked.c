// truth: pass
// The same under a lock.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
struct { unsigned a : 3, b : 3; } s;
void *f(void *u) { pthread_mutex_lock(&m); s.a = 5; pthread_mutex_unlock(&m); return 0; }
void *g(void *u) { pthread_mutex_lock(&m); s.b = 2; pthread_mutex_unlock(&m); return 0; }
int main(void) { pthread_t a,b; pthread_create(&a,0,f,0); pthread_create(&b,0,g,0); pthread_join(a,0);
    pthread_join(b,0); assert(s.a == 5 && s.b == 2); }

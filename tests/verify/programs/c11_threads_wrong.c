// expect: fail assertion
/* Threads of C11. */
#include <threads.h>
#include <assert.h>
mtx_t m; cnd_t c; int ready; int value;
int prod(void *a){ (void)a; mtx_lock(&m); value = 42; ready = 1; cnd_signal(&c); mtx_unlock(&m); return 0; }
int cons(void *a){ (void)a; mtx_lock(&m); while(!ready) cnd_wait(&c,&m); assert(value==41); mtx_unlock(&m); return 0; }
int main(void){ thrd_t p,q; mtx_init(&m, mtx_plain); cnd_init(&c); thrd_create(&q,cons,0); thrd_create(&p,prod,0); thrd_join(p,0); thrd_join(q,0); return 0; }

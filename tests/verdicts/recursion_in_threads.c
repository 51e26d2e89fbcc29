/* expect: safe */
/* two threads run the same recursion, each with its own frames */
#include <assert.h>
#include <pthread.h>

static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
static void *run(void *arg) { int *n = arg; *n = fib(*n); return 0; }

int main(void)
{
    int a = 6, b = 7;
    pthread_t t, u;
    pthread_create(&t, 0, run, &a);
    pthread_create(&u, 0, run, &b);
    pthread_join(t, 0);
    pthread_join(u, 0);
    assert(a == 8 && b == 13);
    return 0;
}

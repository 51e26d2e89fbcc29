/* expect: safe */
/* as dialect_assert_undeclared, one after the other; old definitions of functions */
#include <pthread.h>
static int n;
static void *add(unused) void *unused; { n = n + 1; return unused; }
main() {
    pthread_t a;
    pthread_create(&a, 0, add, 0);
    pthread_join(a, 0);
    pthread_create(&a, 0, add, 0);
    pthread_join(a, 0);
    assert(n == 2);
}

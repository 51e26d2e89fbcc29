/* expect: assert */
/* assert without its header is a function that everybody means the same by */
#include <pthread.h>
static int n;
static void *add(void *unused) { n = n + 1; return unused; }
int main() {
    pthread_t a, b;
    pthread_create(&a, 0, add, 0);
    pthread_create(&b, 0, add, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(n == 2);
}

/* expect: assert */
/* without a verifier's words abort is what a program does when something is wrong */
#include <stdlib.h>
#include <pthread.h>
static int n;
static void *work(void *unused) { n++; return unused; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    n++;
    pthread_join(t, 0);
    if (n != 2)
        abort();
    return 0;
}

/* expect: safe */
/* a thread variable is used again after its thread was joined */
#include <assert.h>
#include <pthread.h>

static int n;
static void *add(void *u) { n++; return 0; }

int main(void)
{
    pthread_t t;
    for (int i = 0; i < 3; i++) {
        pthread_create(&t, 0, add, 0);
        pthread_join(t, 0);
    }
    assert(n == 3);
    return 0;
}

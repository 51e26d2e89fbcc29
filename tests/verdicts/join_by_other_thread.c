/* expect: safe */
/* a thread joins another one that main started */
#include <assert.h>
#include <pthread.h>

static pthread_t first;
static int log_[2], n;

static void *one(void *u) { log_[n++] = 1; return 0; }
static void *two(void *u) { pthread_join(first, 0); log_[n++] = 2; return 0; }

int main(void)
{
    pthread_t second;
    pthread_create(&first, 0, one, 0);
    pthread_create(&second, 0, two, 0);
    pthread_join(second, 0);
    assert(log_[0] == 1 && log_[1] == 2);
    return 0;
}

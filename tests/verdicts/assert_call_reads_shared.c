/* expect: assert */
/* an assertion calls a function that reads two shared variables */
#include <assert.h>
#include <pthread.h>

static int credit = 2, debit;
static int balanced(void) { return credit + debit == 2; }

static void *move(void *u)
{
    credit = 1;
    debit = 1;
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, move, 0);
    assert(balanced());
    pthread_join(t, 0);
    return 0;
}

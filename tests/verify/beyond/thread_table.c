// expect: fail assertion
// truth: fail assertion
// The function that the thread runs comes out of a table.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int seen;

static void *look(void *arg) { (void)arg; seen = 1; return NULL; }

static void *(*table[1])(void *) = { look };

int main(void)
{
    pthread_t t;

    pthread_create(&t, NULL, table[0], NULL);
    assert(seen == 0);
    return 0;
}

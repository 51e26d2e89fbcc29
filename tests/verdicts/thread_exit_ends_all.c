/* expect: safe */
/* exit in a thread ends the program before main's assertion */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static void *quit(void *u) { exit(0); }

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, quit, 0);
    pthread_join(t, 0);
    assert(0);
    return 0;
}

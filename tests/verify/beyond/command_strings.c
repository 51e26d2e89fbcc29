// expect: pass
// truth: pass
// The thread decides by comparing strings. The command is set before the thread starts, so that it always stops.
#include <assert.h>
#include <pthread.h>
#include <string.h>

static char command[8];
static int stopped;

static void *worker(void *arg)
{
    (void)arg;
    if (strcmp(command, "stop") == 0)
        stopped = 1;
    return NULL;
}

int main(void)
{
    pthread_t t;

    strcpy(command, "stop");
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    assert(stopped == 1);
    return 0;
}

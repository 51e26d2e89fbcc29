/* expect: safe */
/* the session is freed after the thread that reads it was joined */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct session { int open; int bytes; };
static struct session *s;
static int seen = -1;

static void *reader(void *unused)
{
    if (s->open)
        seen = s->bytes;
    return 0;
}

int main(void)
{
    pthread_t t;
    s = malloc(sizeof *s);
    if (!s) return 0;
    s->open = 1;
    s->bytes = 10;
    pthread_create(&t, 0, reader, 0);
    s->open = 0;
    pthread_join(t, 0);
    free(s);
    assert(seen == -1 || seen == 10);
    return 0;
}

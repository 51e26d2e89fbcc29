/* expect: race */
/* two pointers to one object, a thread each */
#include <pthread.h>

static int counter;
struct view { int *at; };
static struct view v[2] = { { &counter }, { &counter } };

static void *touch(void *arg) { *((struct view *)arg)->at = 1; return 0; }

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, touch, &v[0]);
    touch(&v[1]);
    pthread_join(t, 0);
    return 0;
}

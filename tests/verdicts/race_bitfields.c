/* expect: race */
/* neighbouring bit-fields are one memory location */
#include <pthread.h>

static struct { unsigned a : 3, b : 3; } s;
static void *run(void *u) { s.b = 1; return 0; }

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, run, 0);
    s.a = 1;
    pthread_join(t, 0);
    return 0;
}
